package bookstore.billing.guard;

import java.util.function.BiConsumer;

/**
 * Something that a route must keep to.
 *
 * @param id words with hyphens; {@code route-rules.md} has a section of that name, and a waiver names it
 * @param examination tells the report where a route breaks it
 */
record Rule(String id, BiConsumer<ExaminedRoute, Report> examination) {}
