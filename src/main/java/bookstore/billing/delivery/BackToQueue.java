package bookstore.billing.delivery;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.amqp.ImmediateRequeueAmqpException;
import org.springframework.amqp.core.Message;
import org.springframework.amqp.rabbit.config.RetryInterceptorBuilder;
import org.springframework.amqp.rabbit.retry.MessageRecoverer;
import org.springframework.amqp.rabbit.support.ListenerExecutionFailedException;
import org.springframework.retry.interceptor.RetryOperationsInterceptor;
import org.springframework.retry.policy.NeverRetryPolicy;

/** Gives a message back to its queue after a moment: for a queue where nothing can be wrong with the message. */
public final class BackToQueue implements MessageRecoverer {

    private static final Logger LOG = LoggerFactory.getLogger(BackToQueue.class);
    private static final Duration PAUSE = Duration.ofSeconds(5);

    /** The advice for the {@code retry} option of a route's spring-rabbitmq endpoint. */
    public RetryOperationsInterceptor advice() {
        return RetryInterceptorBuilder.stateless()
                .retryPolicy(new NeverRetryPolicy())
                .recoverer(this)
                .build();
    }

    @Override
    public void recover(Message message, Throwable cause) {
        LOG.warn(
                "{}: a message goes back to its queue: {}",
                message.getMessageProperties().getConsumerQueue(),
                OneLine.ofRootCause(cause));
        LockSupport.parkNanos(PAUSE.toNanos());
        throw requeue(message, cause);
    }

    /** What has the container requeue the message and go on; anything else would make it build its consumer anew. */
    static ListenerExecutionFailedException requeue(Message message, Throwable cause) {
        return new ListenerExecutionFailedException(
                "the message goes back to its queue", new ImmediateRequeueAmqpException(cause), message);
    }
}
