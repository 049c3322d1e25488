import { button } from '../../../platform/ui/button.tsx'
import type { Notice } from '../../../platform/ui/notices.tsx'
import { type AskProblem, MAX_MESSAGE_LENGTH } from '../../orders/ask-about-order.ts'
import { orderName } from '../../orders/order-status.ts'
import styles from './order-message-form.module.css'

export const MESSAGE_FIELD = 'order_message'
export const MESSAGE_NONCE = 'samovar-order-message-nonce'

export type OrderMessageState = { readonly text: string; readonly problem: AskProblem | null }

type OrderMessageFormProps = {
  readonly order: { readonly id: number }
  readonly action: string
  readonly nonce: string
  readonly state: OrderMessageState
}

export const OrderMessageForm = ({ order, action, nonce, state: { text, problem } }: OrderMessageFormProps) => (
  <section className={`not-printed ${styles.message}`} aria-labelledby="order-message-title">
    <h2 id="order-message-title">Write to us about {orderName(order).toLowerCase()}</h2>
    <form method="post" action={action}>
      <label htmlFor={MESSAGE_FIELD}>Your message</label>
      <textarea
        id={MESSAGE_FIELD}
        name={MESSAGE_FIELD}
        rows={4}
        maxLength={MAX_MESSAGE_LENGTH}
        required
        defaultValue={text}
        aria-describedby={`${MESSAGE_FIELD}_description`}
        aria-invalid={problem ? true : undefined}
      />
      <p id={`${MESSAGE_FIELD}_description`} className={styles.hint}>
        {problem ? problemText(problem) : 'We answer by email. You get a copy.'}
      </p>
      <input type="hidden" name={MESSAGE_NONCE} value={nonce} />
      <button type="submit" className={button.secondary}>
        Send message
      </button>
    </form>
  </section>
)

/** Says what became of the message. */
export const messageNotice = (problem: AskProblem | null): Notice & { readonly text: string } =>
  problem
    ? { kind: 'error', text: problemText(problem), field: MESSAGE_FIELD }
    : { kind: 'success', text: 'Thank you. We have your message and answer by email.' }

function problemText(problem: AskProblem): string {
  if (problem.kind === 'empty') return 'Please write a message.'
  if (problem.kind !== 'rate-limited')
    return `A message has at most ${MAX_MESSAGE_LENGTH} characters. Please shorten it.`
  const minutes = Math.ceil(problem.retryAfterSeconds / 60)
  return `Those were many messages. Please send the next one in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`
}
