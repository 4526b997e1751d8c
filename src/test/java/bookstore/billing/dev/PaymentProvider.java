package bookstore.billing.dev;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.Currency;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * A payment provider for development and tests: real HTTP, a ledger outside our database, and faults on demand. It
 * needs the JDK only, so that it also runs from its source:
 *
 * <pre>java PaymentProvider.java [--port 9090] [--address 127.0.0.1] [--ledger FILE] [--exit-with-stdin]</pre>
 *
 * It takes {@code POST /charges}, {@code GET /charges/{key}} and {@code GET /charges?from=&to=}. How it behaves is told
 * under {@code /control}, with query parameters; one that it does not know is refused.
 *
 * <pre>
 * POST   /control/rules?...         adds a rule made of the parameters below
 * DELETE /control/rules             drops the rules; ledger, keys and requests stay
 * DELETE /control/keys[?orderId=]   forgets the keys used so far; look-ups still find their charges
 * POST   /control/keys?life=        a key is forgotten so many ms after its charge
 * POST   /control/refunds?key=      refunds the charge that a look-up of the key finds
 * POST   /control/release           lets the requests go on that a rule holds
 * POST   /control/reset             good behaviour, no ledger (nor its file), keys or requests;
 *                                   what still runs is cut off uncharged
 * GET    /control/ledger            every charge, the declined ones too, oldest first
 * GET    /control/requests          every request for charges, oldest first, and how many are in flight
 *
 * Which requests a rule is for:
 * method      POST (if not said), GET or any
 * orderId     of this order only; such rules go before those for all orders
 * times       so many requests only
 *
 * What happens to them:
 * hold        yes: waits for a release, before all that follows
 * delay       ms to wait before the charge is made, and so before every other answer
 * delayAfter  ms to wait between the charge and the answer
 * answer      a status;
 *             hang: none until a reset;
 *             reset: the connection closes without one;
 *             broken: 200 with half a JSON object
 * charge      yes or no: whether the charge is made all the same; if not said, no with a status and yes otherwise.
 *             Status 402 without a charge enters a declined one
 * retryAfter  value of the answer's Retry-After
 * key         ignore: charges, whatever was charged with the key before, and without a key too
 * </pre>
 *
 * Rules add up: a request meets every rule for it, the oldest first, except one that says again what an earlier one has
 * said; that one waits for a later request. So "409 twice", then "503 once" are three answers in that order.
 */
public final class PaymentProvider {

    private static final Set<String> RULE_IS_FOR = Set.of("method", "orderId", "times");

    private static final Map<String, String> RULE = Map.of(
            "method", "GET|POST|any",
            "orderId", ".+",
            "times", "\\d{1,9}",
            "hold", "yes",
            "delay", "\\d{1,9}",
            "delayAfter", "\\d{1,9}",
            "answer", "[2-5]\\d\\d|hang|reset|broken",
            "charge", "yes|no",
            "retryAfter", ".+",
            "key", "ignore");

    /** What each control understands, with the values: a typing error must not look like good behaviour. */
    private static final Map<String, Map<String, String>> CONTROLS = Map.of(
            "POST /control/rules", RULE,
            "DELETE /control/rules", Map.of(),
            "POST /control/keys", Map.of("life", "\\d{1,12}"),
            "DELETE /control/keys", Map.of("orderId", ".+"),
            "POST /control/refunds", Map.of("key", ".+"),
            "POST /control/release", Map.of(),
            "POST /control/reset", Map.of(),
            "GET /control/ledger", Map.of(),
            "GET /control/requests", Map.of());

    private final Optional<Path> ledgerFile;
    private volatile World world;

    private PaymentProvider(Optional<Path> ledgerFile) {
        this.ledgerFile = ledgerFile;
        this.world = new World(ledgerFile);
    }

    public static void main(String[] args) throws IOException {
        String address = "127.0.0.1";
        int port = 9090;
        Optional<Path> ledgerFile = Optional.empty();
        for (int i = 0; i < args.length; i++) {
            switch (args[i]) {
                case "--address" -> address = args[++i];
                case "--port" -> port = Integer.parseInt(args[++i]);
                case "--ledger" -> ledgerFile = Optional.of(Path.of(args[++i]));
                case "--exit-with-stdin" -> exitWithStdin();
                default -> throw new IllegalArgumentException("unknown option " + args[i]);
            }
        }
        // Headers and body go out as two packets; Nagle's algorithm would hold the second back for 40 ms.
        System.setProperty("sun.net.httpserver.nodelay", "true");
        HttpServer server = HttpServer.create(new InetSocketAddress(address, port), 1024);
        server.setExecutor(Executors.newCachedThreadPool());
        server.createContext("/", new PaymentProvider(ledgerFile)::handle);
        server.start();
        System.out.println("payment provider on http://" + address + ":"
                + server.getAddress().getPort());
        System.out.flush();
    }

    /** Stdin ends when the process that started us ends, even by kill -9, so that nothing stays behind. */
    private static void exitWithStdin() {
        Thread watch = new Thread(() -> {
            try {
                while (System.in.read() >= 0) {}
            } catch (IOException closed) {
                // the end as well
            }
            System.exit(0);
        });
        watch.setDaemon(true);
        watch.start();
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            byte[] body = exchange.getRequestBody().readAllBytes();
            if (exchange.getRequestURI().getPath().startsWith("/control/")) {
                control(exchange).send(exchange);
            } else {
                serve(exchange, world, body);
            }
        } catch (CancellationException cut) {
            // closing the exchange before it was answered closes its connection
        }
    }

    private Answer control(HttpExchange exchange) throws IOException {
        String call =
                exchange.getRequestMethod() + " " + exchange.getRequestURI().getPath();
        try {
            Map<String, String> query = query(exchange);
            understand(query, CONTROLS.getOrDefault(call, Map.of()));
            switch (call) {
                case "POST /control/rules" -> world.add(new Rule(query));
                case "DELETE /control/rules" -> world.dropRules();
                case "DELETE /control/keys" -> world.forgetKeys(Optional.ofNullable(query.get("orderId")));
                case "POST /control/keys" -> world.keysLive(Duration.ofMillis(Long.parseLong(query.get("life"))));
                case "POST /control/refunds" -> world.refund(query.get("key"));
                case "POST /control/release" -> world.releaseHeld();
                case "POST /control/reset" -> reset();
                case "GET /control/ledger" -> {
                    return new Answer(200, Json.array(world.ledger(), Charge::inFull));
                }
                case "GET /control/requests" -> {
                    return new Answer(200, world.requests());
                }
                default -> {
                    return Answer.error(404, "no such control: " + call);
                }
            }
            return new Answer(200, "{}");
        } catch (IllegalArgumentException refused) {
            return Answer.error(400, String.valueOf(refused.getMessage()));
        }
    }

    private static void understand(Map<String, String> query, Map<String, String> allowed) {
        query.forEach((name, value) -> {
            if (!allowed.containsKey(name) || !value.matches(allowed.get(name))) {
                throw new IllegalArgumentException("not understood: " + name + "=" + value);
            }
        });
    }

    private synchronized void reset() throws IOException {
        world.end();
        world = new World(ledgerFile);
    }

    private static void serve(HttpExchange exchange, World world, byte[] body) throws IOException {
        Visit visit = new Visit(exchange, body);
        world.see(visit);
        try {
            Answer answer;
            try {
                answer = answer(exchange, world, visit, body);
            } catch (IllegalArgumentException | DateTimeException refused) {
                answer = Answer.error(400, String.valueOf(refused.getMessage()));
            }
            visit.answered(answer.status());
            answer.send(exchange);
        } finally {
            visit.end();
        }
    }

    private static Answer answer(HttpExchange exchange, World world, Visit visit, byte[] body) {
        boolean lookup = visit.method.equals("GET") && !visit.key.isEmpty();
        if (visit.method.equals("POST") && visit.path.equals("/charges")) {
            Charge wanted = Charge.wanted(visit.key, Json.read(body));
            visit.orderId = wanted.orderId();
            Plan plan = world.plan(visit);
            if (visit.key.isBlank() && !plan.ignoresKey()) {
                throw new IllegalArgumentException("the header Idempotency-Key is missing");
            }
            return told(exchange, world, plan, charge(world, wanted, plan));
        }
        if (lookup || visit.method.equals("GET") && visit.path.equals("/charges")) {
            // An order's key is its id, so that a look-up which finds nothing can be told apart by order too.
            visit.orderId = world.find(visit.key).map(Charge::orderId).orElse(visit.key);
            Plan plan = world.plan(visit);
            world.pauseBefore(plan);
            return told(exchange, world, plan, lookup ? lookUp(world, visit.key) : list(world, query(exchange)));
        }
        return Answer.error(404, "no such resource: " + visit.method + " " + visit.path);
    }

    private static Answer charge(World world, Charge wanted, Plan plan) {
        Optional<Answer> known = plan.ignoresKey() ? Optional.empty() : world.claim(wanted);
        try {
            world.pauseBefore(plan);
            if (known.isEmpty() && plan.charges()) {
                return world.enter(wanted, "Captured").answer(201);
            }
            if (known.isEmpty() && plan.answer().equals("402")) {
                return world.enter(wanted, "Declined").answer(402);
            }
            return known.orElse(Answer.error(500, "not charged"));
        } finally {
            world.release(wanted);
        }
    }

    private static Answer lookUp(World world, String key) {
        return world.find(key)
                .map(charge -> new Answer(200, Json.object(charge.inPublic())))
                .orElse(Answer.error(404, "nothing was charged with this key"));
    }

    private static Answer list(World world, Map<String, String> query) {
        Instant from =
                Optional.ofNullable(query.get("from")).map(Instant::parse).orElse(Instant.MIN);
        Instant to = Optional.ofNullable(query.get("to")).map(Instant::parse).orElse(Instant.MAX);
        List<Charge> within = world.ledger().stream()
                .filter(charge -> !charge.at().isBefore(from) && charge.at().isBefore(to))
                .toList();
        return new Answer(200, Json.array(within, Charge::inPublic));
    }

    private static Answer told(HttpExchange exchange, World world, Plan plan, Answer honest) {
        world.pause(plan.millis("delayAfter"));
        plan.retryAfter().ifPresent(value -> exchange.getResponseHeaders().set("Retry-After", value));
        return switch (plan.answer()) {
            case "" -> honest;
            case "hang" -> {
                world.pause(Long.MAX_VALUE);
                throw new AssertionError("a hang ends by reset only");
            }
            case "reset" -> throw new CancellationException("told to reset the connection");
            case "broken" -> new Answer(200, "{\"paymentId\": \"pay_");
            default -> Answer.error(Integer.parseInt(plan.answer()), "told to answer so");
        };
    }

    private static Map<String, String> query(HttpExchange exchange) {
        Map<String, String> query = new HashMap<>();
        String raw = Objects.requireNonNullElse(exchange.getRequestURI().getRawQuery(), "");
        for (String pair : raw.split("&")) {
            if (!pair.isEmpty()) {
                String[] parts = pair.split("=", 2);
                query.put(
                        URLDecoder.decode(parts[0], UTF_8), parts.length < 2 ? "" : URLDecoder.decode(parts[1], UTF_8));
            }
        }
        return query;
    }

    /** All that a reset takes away. A request keeps the world it came into, so that nothing of it reaches the next. */
    private static final class World {

        private final Optional<Path> file;
        private final CountDownLatch over = new CountDownLatch(1);
        private final Map<String, Charge> ledger = new LinkedHashMap<>();
        private final Map<String, Charge> keys = new HashMap<>();
        private final Map<String, Charge> running = new HashMap<>();
        private final List<Rule> rules = new ArrayList<>();
        private final List<Visit> visits = new ArrayList<>();
        private Optional<Duration> keyLife = Optional.empty();
        private int releases;

        World(Optional<Path> file) {
            this.file = file;
            if (file.isPresent() && Files.exists(file.get())) {
                try {
                    for (String line : Files.readAllLines(file.get())) {
                        Charge charge = Charge.written(Json.read(line.getBytes(UTF_8)));
                        ledger.put(charge.paymentId(), charge);
                        keys.put(charge.key(), charge);
                    }
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }
        }

        synchronized void end() throws IOException {
            over.countDown();
            notifyAll();
            if (file.isPresent()) {
                Files.deleteIfExists(file.get());
            }
        }

        void pauseBefore(Plan plan) {
            if (plan.holds()) {
                hold();
            }
            pause(plan.millis("delay"));
        }

        private synchronized void hold() {
            int before = releases;
            try {
                while (releases == before && over.getCount() > 0) {
                    wait();
                }
            } catch (InterruptedException e) {
                throw new CancellationException("interrupted");
            }
        }

        synchronized void releaseHeld() {
            releases++;
            notifyAll();
        }

        void pause(long millis) {
            try {
                if (over.await(millis, TimeUnit.MILLISECONDS)) {
                    throw new CancellationException("reset");
                }
            } catch (InterruptedException e) {
                throw new CancellationException("interrupted");
            }
        }

        synchronized void add(Rule rule) {
            rules.add(rule);
            rules.sort(Comparator.comparing(Rule::isForAllOrders));
        }

        synchronized void dropRules() {
            rules.clear();
        }

        synchronized Plan plan(Visit visit) {
            Map<String, String> says = new HashMap<>();
            for (Rule rule : rules) {
                if (rule.isFor(visit) && Collections.disjoint(says.keySet(), rule.says.keySet())) {
                    rule.times--;
                    says.putAll(rule.says);
                }
            }
            return new Plan(says);
        }

        synchronized void forgetKeys(Optional<String> orderId) {
            keys.values().removeIf(charge -> orderId.isEmpty() || orderId.get().equals(charge.orderId()));
        }

        synchronized void keysLive(Duration life) {
            keyLife = Optional.of(life);
        }

        /** What the key already stands for; empty where the caller is to charge, alone until it releases the key. */
        synchronized Optional<Answer> claim(Charge wanted) {
            if (running.containsKey(wanted.key())) {
                return Optional.of(Answer.error(409, "the first request with this key still runs"));
            }
            Charge known = keys.get(wanted.key());
            if (known == null || isExpired(known)) {
                running.put(wanted.key(), wanted);
                return Optional.empty();
            }
            return Optional.of(
                    known.isLike(wanted)
                            ? known.answer(200)
                            : Answer.error(422, "this key was used with other parameters"));
        }

        private boolean isExpired(Charge charge) {
            return keyLife.isPresent() && Instant.now().isAfter(charge.at().plus(keyLife.get()));
        }

        synchronized void release(Charge wanted) {
            running.remove(wanted.key(), wanted);
        }

        synchronized Charge enter(Charge wanted, String status) {
            Charge charge = write(wanted.as(status, Instant.now()));
            keys.put(charge.key(), charge);
            // Whoever asks from here on is answered by the ledger, even while our own answer is still held back.
            release(wanted);
            return charge;
        }

        synchronized void refund(String key) {
            Charge charge = find(key)
                    .filter(found -> ledger.containsKey(found.paymentId()) && found.tookMoney())
                    .orElseThrow(() -> new IllegalArgumentException("nothing to refund for key " + key));
            write(charge.as("Refunded", charge.at()));
        }

        private Charge write(Charge charge) {
            if (over.getCount() == 0) {
                throw new CancellationException("reset");
            }
            if (file.isPresent()) {
                try {
                    Files.writeString(
                            file.get(),
                            Json.object(charge.inFull()) + "\n",
                            StandardOpenOption.CREATE,
                            StandardOpenOption.APPEND);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }
            ledger.put(charge.paymentId(), charge);
            return charge;
        }

        /** The newest charge that took money with the key; where there is none, one that still runs or was declined. */
        synchronized Optional<Charge> find(String key) {
            List<Charge> entered = ledger.values().stream()
                    .filter(charge -> charge.key().equals(key))
                    .toList();
            return entered.stream()
                    .filter(Charge::tookMoney)
                    .reduce((older, newer) -> newer)
                    .or(() -> Optional.ofNullable(running.get(key)))
                    .or(() -> entered.stream().reduce((older, newer) -> newer));
        }

        synchronized List<Charge> ledger() {
            return List.copyOf(ledger.values());
        }

        synchronized void see(Visit visit) {
            visits.add(visit);
        }

        synchronized String requests() {
            long inFlight = visits.stream().filter(visit -> visit.inFlight).count();
            return "{\"inFlight\": " + inFlight + ", \"requests\": " + Json.array(visits, Visit::inFull) + "}";
        }
    }

    private record Charge(
            String key, String orderId, String paymentId, String amount, String currency, String status, Instant at) {

        static Charge wanted(String key, Map<String, String> body) {
            String orderId = field(body, "orderId");
            String amount = field(body, "amount");
            Currency currency = Currency.getInstance(field(body, "currency"));
            if (!amount.matches("(0|[1-9][0-9]*)(\\.[0-9]+)?")) {
                throw new IllegalArgumentException("amount is not a plain decimal: " + amount);
            }
            int decimals = amount.contains(".") ? amount.length() - amount.indexOf('.') - 1 : 0;
            if (decimals != currency.getDefaultFractionDigits()) {
                throw new IllegalArgumentException(
                        "amount must have " + currency.getDefaultFractionDigits() + " decimals: " + amount);
            }
            String paymentId = "pay_" + UUID.randomUUID();
            return new Charge(key, orderId, paymentId, amount, currency.getCurrencyCode(), "Pending", Instant.now());
        }

        static Charge written(Map<String, String> line) {
            return new Charge(
                    line.getOrDefault("key", ""),
                    field(line, "orderId"),
                    field(line, "paymentId"),
                    field(line, "amount"),
                    field(line, "currency"),
                    field(line, "status"),
                    Instant.parse(field(line, "at")));
        }

        private static String field(Map<String, String> fields, String name) {
            String value = fields.getOrDefault(name, "");
            if (value.isBlank()) {
                throw new IllegalArgumentException(name + " is missing");
            }
            return value;
        }

        Charge as(String newStatus, Instant when) {
            return new Charge(key, orderId, paymentId, amount, currency, newStatus, when);
        }

        boolean isLike(Charge other) {
            return orderId.equals(other.orderId) && amount.equals(other.amount) && currency.equals(other.currency);
        }

        boolean tookMoney() {
            return status.equals("Captured") || status.equals("Refunded");
        }

        Answer answer(int statusOfSuccess) {
            return tookMoney()
                    ? new Answer(statusOfSuccess, Json.object(Map.of("paymentId", paymentId)))
                    : Answer.error(402, "declined");
        }

        Map<String, Object> inPublic() {
            Map<String, Object> fields = inFull();
            fields.remove("at");
            return fields;
        }

        Map<String, Object> inFull() {
            Map<String, Object> fields = new LinkedHashMap<>();
            fields.put("key", key);
            fields.put("orderId", orderId);
            fields.put("paymentId", paymentId);
            fields.put("status", status);
            fields.put("amount", amount);
            fields.put("currency", currency);
            fields.put("at", at.toString());
            return fields;
        }
    }

    /** A request for charges, as it came and as it was answered. */
    private static final class Visit {

        private final Instant at = Instant.now();
        private final String method;
        private final String path;
        private final String key;
        private final String body;
        private volatile String orderId = "";
        private volatile Optional<Integer> status = Optional.empty();
        private volatile boolean inFlight = true;

        Visit(HttpExchange exchange, byte[] body) {
            this.method = exchange.getRequestMethod();
            this.path = exchange.getRequestURI().getPath();
            this.body = new String(body, UTF_8);
            String header = exchange.getRequestHeaders().getFirst("Idempotency-Key");
            this.key = path.startsWith("/charges/")
                    ? path.substring("/charges/".length())
                    : Objects.requireNonNullElse(header, "");
        }

        /** Said before the answer goes out: who has the answer finds the request ended. */
        void answered(int newStatus) {
            status = Optional.of(newStatus);
            end();
        }

        void end() {
            inFlight = false;
        }

        Map<String, Object> inFull() {
            Map<String, Object> fields = new LinkedHashMap<>();
            fields.put("method", method);
            fields.put("key", key);
            fields.put("orderId", orderId);
            fields.put("body", body);
            fields.put("status", status.orElse(null));
            fields.put("at", at.toString());
            return fields;
        }
    }

    private static final class Rule {

        private final String method;
        private final Optional<String> orderId;
        private final Map<String, String> says;
        private int times;

        Rule(Map<String, String> query) {
            this.method = query.getOrDefault("method", "POST");
            this.orderId = Optional.ofNullable(query.get("orderId"));
            this.times = Integer.parseInt(query.getOrDefault("times", String.valueOf(Integer.MAX_VALUE)));
            this.says = query.entrySet().stream()
                    .filter(entry -> !RULE_IS_FOR.contains(entry.getKey()))
                    .collect(Collectors.toUnmodifiableMap(Map.Entry::getKey, Map.Entry::getValue));
        }

        boolean isForAllOrders() {
            return orderId.isEmpty();
        }

        boolean isFor(Visit visit) {
            return times > 0
                    && (method.equals("any") || method.equals(visit.method))
                    && (orderId.isEmpty() || orderId.get().equals(visit.orderId));
        }
    }

    /** What the rules together say about one request. */
    private record Plan(Map<String, String> says) {

        long millis(String aspect) {
            return Long.parseLong(says.getOrDefault(aspect, "0"));
        }

        String answer() {
            return says.getOrDefault("answer", "");
        }

        boolean charges() {
            return says.getOrDefault("charge", answer().matches("\\d+") ? "no" : "yes")
                    .equals("yes");
        }

        Optional<String> retryAfter() {
            return Optional.ofNullable(says.get("retryAfter"));
        }

        boolean holds() {
            return says.containsKey("hold");
        }

        boolean ignoresKey() {
            return says.containsKey("key");
        }
    }

    private record Answer(int status, String json) {

        static Answer error(int status, String reason) {
            return new Answer(status, Json.object(Map.of("error", reason)));
        }

        void send(HttpExchange exchange) throws IOException {
            byte[] bytes = json.getBytes(UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(status, bytes.length);
            exchange.getResponseBody().write(bytes);
        }
    }

    /** As much JSON as the contract needs: flat objects, read where every value is a string. */
    private static final class Json {

        private final String text;
        private int next;

        private Json(String text) {
            this.text = text;
        }

        static Map<String, String> read(byte[] utf8) {
            try {
                Json json = new Json(
                        UTF_8.newDecoder().decode(ByteBuffer.wrap(utf8)).toString());
                Map<String, String> fields = json.fields();
                json.skipSpace();
                if (json.next < json.text.length()) {
                    throw json.broken("something follows the object");
                }
                return fields;
            } catch (CharacterCodingException e) {
                throw new IllegalArgumentException("broken JSON: not UTF-8");
            }
        }

        private Map<String, String> fields() {
            Map<String, String> fields = new LinkedHashMap<>();
            expect('{');
            if (found('}')) {
                return fields;
            }
            do {
                String name = string();
                expect(':');
                if (fields.put(name, string()) != null) {
                    throw broken("twice the name " + name);
                }
            } while (found(','));
            expect('}');
            return fields;
        }

        private String string() {
            expect('"');
            StringBuilder value = new StringBuilder();
            for (char c = take(); c != '"'; c = take()) {
                if (c < ' ') {
                    throw broken("a control character in a string");
                }
                value.append(c == '\\' ? escaped() : c);
            }
            return value.toString();
        }

        private char escaped() {
            char c = take();
            return switch (c) {
                case '"', '\\', '/' -> c;
                case 'b' -> '\b';
                case 'f' -> '\f';
                case 'n' -> '\n';
                case 'r' -> '\r';
                case 't' -> '\t';
                case 'u' -> {
                    String digits = "" + take() + take() + take() + take();
                    if (!digits.chars().allMatch(HexFormat::isHexDigit)) {
                        throw broken("no hexadecimal number");
                    }
                    yield (char) HexFormat.fromHexDigits(digits);
                }
                default -> throw broken("no such escape");
            };
        }

        private char take() {
            if (next == text.length()) {
                throw broken("it ends too early");
            }
            return text.charAt(next++);
        }

        private void expect(char c) {
            if (!found(c)) {
                throw broken("expected " + c);
            }
        }

        private boolean found(char c) {
            skipSpace();
            if (next < text.length() && text.charAt(next) == c) {
                next++;
                return true;
            }
            return false;
        }

        private void skipSpace() {
            while (next < text.length() && " \t\r\n".indexOf(text.charAt(next)) >= 0) {
                next++;
            }
        }

        private IllegalArgumentException broken(String why) {
            return new IllegalArgumentException("broken JSON at character " + next + ": " + why);
        }

        static <T> String array(Collection<T> items, Function<T, Map<String, Object>> fields) {
            return items.stream().map(item -> object(fields.apply(item))).collect(Collectors.joining(",\n", "[", "]"));
        }

        static String object(Map<String, ?> fields) {
            return fields.entrySet().stream()
                    .map(field -> quoted(field.getKey()) + ": " + value(field.getValue()))
                    .collect(Collectors.joining(", ", "{", "}"));
        }

        private static String value(Object value) {
            return value instanceof String text ? quoted(text) : String.valueOf(value);
        }

        private static String quoted(String text) {
            StringBuilder quoted = new StringBuilder("\"");
            for (char c : text.toCharArray()) {
                if (c == '"' || c == '\\') {
                    quoted.append('\\').append(c);
                } else if (c < ' ' || c > '~') {
                    quoted.append("\\u").append(HexFormat.of().toHexDigits(c));
                } else {
                    quoted.append(c);
                }
            }
            return quoted.append('"').toString();
        }
    }
}
