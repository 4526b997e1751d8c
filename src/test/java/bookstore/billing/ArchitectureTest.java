package bookstore.billing;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(packages = "bookstore.billing", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {

    @ArchTest
    static final ArchRule packagesHaveNoCycles =
            slices().matching("bookstore.billing.(*)..").should().beFreeOfCycles();

    /** Each of them is a step of a route; they meet in the YAML and nowhere else. */
    @ArchTest
    static final ArchRule inboxOrderPaymentInvoiceMailAndOutboxDoNotKnowEachOther = slices().matching(
                    "bookstore.billing.(inbox|order|payment|invoice|mail|outbox)..")
            .should()
            .notDependOnEachOther();

    @ArchTest
    static final ArchRule deliveryKnowsNothingOfWhatIsDelivered = classes()
            .that()
            .resideInAPackage("bookstore.billing.delivery")
            .should()
            .onlyDependOnClassesThat()
            .resideOutsideOfPackages(
                    "bookstore.billing",
                    "bookstore.billing.inbox..",
                    "bookstore.billing.message..",
                    "bookstore.billing.order..",
                    "bookstore.billing.payment..",
                    "bookstore.billing.invoice..",
                    "bookstore.billing.mail..",
                    "bookstore.billing.outbox..",
                    "bookstore.billing.operate..");

    /** Camel JBang runs the same route files. */
    @ArchTest
    static final ArchRule whatRoutesNameWorksWithoutSpringBoot = noClasses()
            .that()
            .resideInAnyPackage(
                    "bookstore.billing.inbox..",
                    "bookstore.billing.message..",
                    "bookstore.billing.order..",
                    "bookstore.billing.payment..",
                    "bookstore.billing.invoice..",
                    "bookstore.billing.mail..",
                    "bookstore.billing.outbox..",
                    "bookstore.billing.delivery..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("org.springframework.boot..");

    @ArchTest
    static final ArchRule onlyTheApplicationWires = noClasses()
            .that()
            .resideOutsideOfPackage("bookstore.billing")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("bookstore.billing");
}
