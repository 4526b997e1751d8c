package bookstore.billing.dev;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;

/**
 * A port in front of a mail server that reads along, and may refuse, cut off or hold what passes. A rule is asked of each
 * command line ({@code MAIL FROM:<...>}), and of each mail as a whole.
 */
public final class MailGate implements AutoCloseable {

    /** What happens to a command, or to a mail. */
    public record Act(Kind kind, String answer) {
        enum Kind {
            PASS,
            ANSWER,
            CUT,
            PASS_AND_CUT,
            HOLD,
            PASS_AND_HOLD
        }

        public static Act pass() {
            return new Act(Kind.PASS, "");
        }

        /** The server never sees it. */
        public static Act answer(String answer) {
            return new Act(Kind.ANSWER, answer);
        }

        /** The server never sees it, and the client sees its connection close. */
        public static Act cut() {
            return new Act(Kind.CUT, "");
        }

        /** The server does it; the client sees its connection close, and no answer. */
        public static Act passAndCut() {
            return new Act(Kind.PASS_AND_CUT, "");
        }

        /** Neither passes on; the client waits. */
        public static Act hold() {
            return new Act(Kind.HOLD, "");
        }

        /** The server does it; the client waits for the answer. */
        public static Act passAndHold() {
            return new Act(Kind.PASS_AND_HOLD, "");
        }
    }

    /** What a mail ends with, and nothing else does. */
    public static final String END_OF_MAIL = "\r\n.\r\n";

    private static final String GO_ON = "354 go on\r\n";

    private static final Function<String, Act> OPEN = said -> Act.pass();

    private final int targetPort;
    private final ServerSocket listening;
    private final ExecutorService threads = Executors.newCachedThreadPool(task -> {
        var thread = new Thread(task, "mail gate");
        thread.setDaemon(true);
        return thread;
    });
    private volatile Function<String, Act> rule = OPEN;
    private volatile CountDownLatch held = new CountDownLatch(1);

    public MailGate(int targetPort) {
        this.targetPort = targetPort;
        try {
            listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        threads.execute(this::listen);
    }

    public int port() {
        return listening.getLocalPort();
    }

    /** From now on, for what passes on open connections too. */
    public void rule(Function<String, Act> rule) {
        held = new CountDownLatch(1);
        this.rule = rule;
    }

    public void open() {
        rule(OPEN);
    }

    /** Whether something is held since the rule was set. */
    public boolean isHolding() {
        return held.getCount() == 0;
    }

    private void listen() {
        while (!listening.isClosed()) {
            try {
                Socket client = listening.accept();
                threads.execute(() -> serve(client));
            } catch (IOException e) {
                // closed
            }
        }
    }

    private void serve(Socket client) {
        try (client;
                Socket server = new Socket(InetAddress.getLoopbackAddress(), targetPort)) {
            client.setTcpNoDelay(true);
            server.setTcpNoDelay(true);
            var commands = new BufferedReader(new InputStreamReader(client.getInputStream(), ISO_8859_1));
            var answers = new BufferedReader(new InputStreamReader(server.getInputStream(), ISO_8859_1));
            send(client, answer(answers));
            for (String line = commands.readLine(); line != null; line = commands.readLine()) {
                Optional<String> answer;
                if (line.equals("DATA")) {
                    // the server learns of the mail when it is whole, so that one that is refused leaves it as it was
                    send(client, GO_ON);
                    answer = pass(mail(commands), server, answers);
                } else {
                    answer = pass(line + "\r\n", server, answers);
                }
                if (answer.isEmpty()) {
                    return;
                }
                send(client, answer.get());
            }
        } catch (IOException e) {
            // one end is gone
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** @return empty where the connection ends */
    private Optional<String> pass(String said, Socket server, BufferedReader answers)
            throws IOException, InterruptedException {
        Act act = rule.apply(said);
        switch (act.kind()) {
            case ANSWER -> {
                return Optional.of(act.answer() + "\r\n");
            }
            case CUT -> {
                return Optional.empty();
            }
            case HOLD -> hold(server);
            default -> {
                if (said.endsWith(END_OF_MAIL)) {
                    send(server, "DATA\r\n");
                    answer(answers);
                }
                send(server, said);
            }
        }
        String answer = answer(answers);
        if (act.kind() == Act.Kind.PASS_AND_HOLD) {
            hold(server);
        }
        return act.kind() == Act.Kind.PASS_AND_CUT ? Optional.empty() : Optional.of(answer);
    }

    /** For good: whoever waits is killed. */
    private void hold(Socket server) throws IOException, InterruptedException {
        server.close();
        held.countDown();
        new CountDownLatch(1).await();
    }

    /** With the line that ends it. */
    private static String mail(BufferedReader commands) throws IOException {
        var mail = new StringBuilder();
        String line;
        do {
            line = commands.readLine();
            if (line == null) {
                throw new IOException("the mail has no end");
            }
            mail.append(line).append("\r\n");
        } while (!line.equals("."));
        return mail.toString();
    }

    private static String answer(BufferedReader answers) throws IOException {
        var answer = new StringBuilder();
        String line;
        do {
            line = answers.readLine();
            if (line == null) {
                throw new IOException("the server is gone");
            }
            answer.append(line).append("\r\n");
        } while (line.length() > 3 && line.charAt(3) == '-');
        return answer.toString();
    }

    private static void send(Socket to, String text) throws IOException {
        OutputStream out = to.getOutputStream();
        out.write(text.getBytes(ISO_8859_1));
        out.flush();
    }

    @Override
    public void close() {
        try {
            listening.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        threads.shutdownNow();
    }
}
