import { CARD_FIELD } from '../../cards/card-field.ts'
import { cardName, expiryState, expiryText, preselectedCard, type SavedCard } from '../../cards/saved-card.ts'
import { NewTypeField, TokenFields } from '../../gateway-fields.tsx'
import type { CheckoutPartProps } from '../../payment-method.ts'
import { SAVE_FIELD, SAVED_FIELD, TYPE_FIELD } from './card-fields.ts'
import styles from './card-form.module.css'

/** Uses the names and ids of the Stripe plugin (stripe-plugin sheet). Card numbers never reach this server. */
export function CardForm({ choice: { cards, saving }, now, purpose = 'pay' }: CheckoutPartProps) {
  const hasCards = cards.length > 0
  const chosen = preselectedCard(cards, now)
  return (
    <div className={`wc-stripe_cc-container wc-stripe-gateway-container ${hasCards ? 'has_tokens' : ''}`}>
      {hasCards && (
        <>
          <TypeChoice type="saved" label="Saved cards" isChecked={chosen !== null} isDisabled={chosen === null} />
          <SavedCards cards={cards} chosenId={chosen?.id ?? null} now={now} />
          <TypeChoice type="new" label="New card" isChecked={chosen === null} />
        </>
      )}
      <div className={`wc-stripe_cc-new-method-container ${styles.newMethod}`}>
        <div id={CARD_FIELD} className={`inline-type ${styles.cardMount}`} data-card-field="" />
        <p id="stripe-cc-error" className={styles.cardError} role="alert" />
        <p id="stripe-cc-entered" className={styles.cardEntered} role="status" />
        <noscript>
          <p className={styles.cardNeedsScript}>
            {purpose === 'pay' ? 'Paying by card' : 'Adding a card'} needs JavaScript, because your card number goes
            straight to the payment provider and never through this shop. Please turn it on for this page.
          </p>
        </noscript>
        {saving !== 'never' && (
          // A script shows it to guests who create an account; jQuery cannot show an element with `hidden`.
          <div
            className={`wc-stripe-save-source ${styles.save}`}
            style={saving === 'with-account' ? { display: 'none' } : undefined}
          >
            <label htmlFor={SAVE_FIELD}>
              <input type="checkbox" id={SAVE_FIELD} name={SAVE_FIELD} value="yes" />
              <span>Save this card for next time</span>
            </label>
          </div>
        )}
      </div>
      <div id="stripe-cc-failure" className={styles.cardFailure} role="status" tabIndex={-1} data-card-failure="" />
      <TokenFields id="stripe_cc" />
      {!hasCards && <NewTypeField id="stripe_cc" />}
    </div>
  )
}

type TypeChoiceProps = {
  readonly type: 'saved' | 'new'
  readonly label: string
  readonly isChecked: boolean
  readonly isDisabled?: boolean
}

const TypeChoice = ({ type, label, isChecked, isDisabled = false }: TypeChoiceProps) => (
  <p className={styles.type}>
    <input
      type="radio"
      className="wc-stripe-payment-type"
      id={`stripe_cc_use_${type}`}
      name={TYPE_FIELD}
      value={type}
      defaultChecked={isChecked}
      disabled={isDisabled}
    />
    <label htmlFor={`stripe_cc_use_${type}`} className="wc-stripe-label-payment-type">
      {label}
      {isDisabled && ' (all have expired)'}
    </label>
  </p>
)

type SavedCardsProps = {
  readonly cards: readonly SavedCard[]
  readonly chosenId: number | null
  readonly now: Date
}

const SavedCards = ({ cards, chosenId, now }: SavedCardsProps) => (
  <div className={`wc-stripe-saved-methods-container wc-stripe_cc-saved-methods-container ${styles.saved}`}>
    <select
      id={SAVED_FIELD}
      name={SAVED_FIELD}
      className="wc-stripe-saved-methods"
      aria-label="Saved card"
      defaultValue={cards.find(({ id }) => id === chosenId)?.paymentMethodId}
    >
      {cards.map((card) => {
        const isExpired = expiryState(card, now) === 'expired'
        return (
          <option
            key={card.id}
            value={card.paymentMethodId}
            className={`wc-stripe-saved-method ${card.brand}`}
            data-gateway="stripe_cc"
            disabled={isExpired}
          >
            {`${cardName(card)}, ${isExpired ? 'expired' : 'expires'} ${expiryText(card)}`}
          </option>
        )
      })}
    </select>
  </div>
)
