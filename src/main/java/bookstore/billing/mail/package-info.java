/** Mails by an SMTP server: the connection, what comes of each mail, and when the server counts as away. */
@NullMarked
package bookstore.billing.mail;

import org.jspecify.annotations.NullMarked;
