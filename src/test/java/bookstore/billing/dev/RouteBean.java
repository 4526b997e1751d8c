package bookstore.billing.dev;

import java.lang.management.ManagementFactory;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;

/** The route billing-invoice as an operator has it in hand: by its MBean, which Hawtio's buttons call. */
public final class RouteBean {

    private static final String NAME = "org.apache.camel:context=billing-invoice,type=routes,name=\"billing-invoice\"";

    private final MBeanServer server = ManagementFactory.getPlatformMBeanServer();

    public void stop() throws JMException {
        invoke("stop");
    }

    public void start() throws JMException {
        invoke("start");
    }

    public void suspend() throws JMException {
        invoke("suspend");
    }

    public void resume() throws JMException {
        invoke("resume");
    }

    public String state() throws JMException {
        return (String) server.getAttribute(new ObjectName(NAME), "State");
    }

    private void invoke(String operation) throws JMException {
        server.invoke(new ObjectName(NAME), operation, new Object[0], new String[0]);
    }
}
