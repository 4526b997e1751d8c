package bookstore.billing.check;

import bookstore.billing.guard.Examination;
import bookstore.billing.guard.Finding;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.apache.camel.model.RouteDefinition;
import org.snakeyaml.engine.v2.nodes.Node;

/** Examines route files together: what one of them makes or names, another one may use. */
public final class RouteCheck {

    private static final List<String> FILE_RULES = List.of(
            "yaml",
            "schema",
            "no-route",
            "not-loadable",
            "unique-id",
            RouteEndpoints.RULE,
            FileRules.UNKNOWN_BEAN,
            FileRules.PLACEHOLDER,
            FileRules.CANONICAL,
            FileRules.SCHEMA_LINE);

    private static final Set<String> RULES = rules();

    private final Map<YamlFile, List<RouteDefinition>> files = new LinkedHashMap<>();
    private final Set<Problem> problems = new TreeSet<>();
    private final Set<String> notChecked = new LinkedHashSet<>();
    private final KnownBeans beans = KnownBeans.ofApplication();
    private final RouteModel model = new RouteModel();
    private final Settings settings;

    /**
     * @param folder where an {@code application.properties} with values of placeholders may stand
     * @param given more values, {@code --name=value}
     */
    public RouteCheck(Path folder, List<String> given) {
        this.settings = Settings.of(folder, given);
    }

    /** The ids of all rules. */
    public static Set<String> rules() {
        return new LinkedHashSet<>(
                Stream.concat(FILE_RULES.stream(), Examination.rules().stream()).toList());
    }

    /** Examines the files; what they break is in {@link #problems()}. */
    public void examine(List<Path> paths) {
        List<YamlFile> read = new ArrayList<>();
        for (Path path : paths) {
            try {
                read.add(YamlFile.read(path));
            } catch (BrokenFileException e) {
                add(path, e);
            }
        }
        read.forEach(beans::add);
        List<YamlFile> valid = read.stream().filter(this::isValid).toList();
        valid.stream().filter(this::configures).toList().forEach(this::load);
        List<RouteDefinition> routes =
                files.values().stream().flatMap(List::stream).toList();
        var surroundings = new FilesAlone(beans, settings, routes);
        files.forEach((file, its) -> examine(file, its, surroundings));
        problems.addAll(UniqueIds.problems(files));
    }

    private boolean isValid(YamlFile file) {
        List<Problem> broken = DslSchema.ofCamel().problems(file);
        problems.addAll(broken);
        return broken.isEmpty();
    }

    private boolean configures(YamlFile file) {
        try {
            model.configure(file);
            return true;
        } catch (BrokenFileException e) {
            add(file.path(), e);
            return false;
        }
    }

    private void load(YamlFile file) {
        try {
            files.put(file, model.routes(file));
        } catch (BrokenFileException e) {
            add(file.path(), e);
        }
    }

    private void add(Path path, BrokenFileException broken) {
        problems.add(new Problem(
                path,
                broken.place().line(),
                broken.place().column(),
                broken.rule(),
                String.valueOf(broken.getMessage())));
    }

    private void examine(YamlFile file, List<RouteDefinition> routes, FilesAlone surroundings) {
        problems.addAll(FileRules.firstLine(file));
        var places = new StepPlaces(file);
        var endpoints = new RouteEndpoints(file, places, model.options(), settings);
        Set<String> examined = new HashSet<>();
        for (Node node : file.items()) {
            var item = new RouteItem(node);
            problems.addAll(item.left(FileRules.problems(file, node, beans, settings)));
            for (RouteDefinition route : routes) {
                boolean its = StepPlaces.isIn(node, route.getInput().getLineNumber());
                if (its && examined.add(route.getRouteId() + route.getInput().getLineNumber())) {
                    Examination examination = Examination.of(route, surroundings);
                    examination.findings().stream()
                            .map(finding -> problem(finding, file, places))
                            .forEach(problems::add);
                    notChecked.addAll(examination.notChecked());
                    item.used(examination.waived());
                    problems.addAll(item.left(endpoints.problems(route)));
                }
            }
            problems.addAll(item.needless(file, RULES));
        }
    }

    /** In the file where it is; a route may call one of another file. */
    private Problem problem(Finding finding, YamlFile examined, StepPlaces places) {
        YamlFile file = files.keySet().stream()
                .filter(each -> each.path().toString().equals(finding.file()))
                .findFirst()
                .orElse(examined);
        StepPlaces its = file == examined ? places : new StepPlaces(file);
        return file.problem(its.of(finding.line(), finding.step(), finding.option()), finding.rule(), finding.text());
    }

    /** In the order of files and lines. */
    public List<Problem> problems() {
        return List.copyOf(problems);
    }

    /** A sentence for each rule that takes more than files. */
    public List<String> notChecked() {
        return List.copyOf(notChecked);
    }
}
