package bookstore.billing.command;

import picocli.CommandLine.Help;
import picocli.CommandLine.Help.Column;
import picocli.CommandLine.Help.Column.Overflow;
import picocli.CommandLine.Help.TextTable;
import picocli.CommandLine.IHelpSectionRenderer;

/** The commands with the first sentence of each description; picocli would take its first line, wherever that ends. */
final class CommandList implements IHelpSectionRenderer {

    private static final int INDENT = 2;

    @Override
    public String render(Help help) {
        int names = INDENT
                + help.subcommands().keySet().stream()
                        .mapToInt(String::length)
                        .max()
                        .orElse(0);
        int width = help.commandSpec().usageMessage().width();
        TextTable table = TextTable.forColumns(
                help.colorScheme(),
                new Column(names, INDENT, Overflow.SPAN),
                new Column(width - names, INDENT, Overflow.WRAP));
        help.subcommands().forEach((name, command) -> table.addRowValues(name, firstSentence(command)));
        return table.toString();
    }

    private static String firstSentence(Help command) {
        String text = String.join(" ", command.commandSpec().usageMessage().description());
        int end = text.indexOf(". ");
        return end < 0 ? text : text.substring(0, end + 1);
    }
}
