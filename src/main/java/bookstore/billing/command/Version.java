package bookstore.billing.command;

import picocli.CommandLine.IVersionProvider;

/** The jar's version, out of its manifest. */
final class Version implements IVersionProvider {

    @Override
    public String[] getVersion() {
        String version = Version.class.getPackage().getImplementationVersion();
        return new String[] {"billing-invoice " + (version == null ? "(unpackaged)" : version)};
    }
}
