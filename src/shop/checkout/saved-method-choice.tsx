import type { ReactNode } from 'react'

export type SavedMethod = { readonly token: string; readonly title: string; readonly brand: string }

type SavedMethodChoiceProps = {
  readonly gateway: string
  readonly saved: readonly SavedMethod[]
  /** The form for a new payment method. */
  readonly children: ReactNode
}

/**
 * The choice between a saved payment method and a new one, with the names and ids of the Stripe plugin (stripe-plugin
 * sheet, "Hidden inputs and choices"; CHK-15). Without saved methods only the form is rendered.
 */
export function SavedMethodChoice({ gateway, saved, children }: SavedMethodChoiceProps) {
  const newMethodForm = <div className={`wc-${gateway}-new-method-container`}>{children}</div>
  const hidden = (
    <>
      <input
        type="hidden"
        id={`${gateway}_token_key`}
        name={`${gateway}_token_key`}
        className="wc-stripe-token-field"
      />
      <input
        type="hidden"
        id={`${gateway}_payment_intent_key`}
        name={`${gateway}_payment_intent_key`}
        className="wc-stripe-payment-intent-field"
      />
    </>
  )
  if (saved.length === 0) {
    return (
      <div className={`wc-${gateway}-container wc-stripe-gateway-container`}>
        {newMethodForm}
        {hidden}
        <input type="hidden" name={`${gateway}_payment_type_key`} defaultValue="new" />
      </div>
    )
  }
  return (
    <div className={`wc-${gateway}-container wc-stripe-gateway-container has_tokens`}>
      <MethodOption gateway={gateway} value="saved" label="Use a saved method" isChosen />
      <div className={`wc-stripe-saved-methods-container wc-${gateway}-saved-methods-container`}>
        <label className="screen-reader-text" htmlFor={`${gateway}_saved_method_key`}>
          Saved methods
        </label>
        <select
          id={`${gateway}_saved_method_key`}
          name={`${gateway}_saved_method_key`}
          className="wc-stripe-saved-methods"
        >
          {saved.map((method) => (
            <option
              key={method.token}
              value={method.token}
              data-gateway={gateway}
              className={`wc-stripe-saved-method ${method.brand}`}
            >
              {method.title}
            </option>
          ))}
        </select>
      </div>
      <MethodOption gateway={gateway} value="new" label="Use a new one" isChosen={false} />
      {newMethodForm}
      {hidden}
    </div>
  )
}

type MethodOptionProps = { gateway: string; value: 'saved' | 'new'; label: string; isChosen: boolean }

function MethodOption({ gateway, value, label, isChosen }: MethodOptionProps) {
  const id = `${gateway}_use_${value}`
  return (
    <p>
      <input
        type="radio"
        id={id}
        className="wc-stripe-payment-type"
        name={`${gateway}_payment_type_key`}
        value={value}
        defaultChecked={isChosen}
      />
      <label htmlFor={id} className="wc-stripe-label-payment-type">
        {label}
      </label>
    </p>
  )
}
