/**
 * A wallet's fields in a form, with the names of the Stripe plugin (stripe-plugin sheet, "Hidden inputs and choices"):
 * the page's script fills them with what its sheet returns.
 */
export const WalletFields = ({ id }: { readonly id: string }) => (
  <div className={`wc-${id}-container wc-stripe-gateway-container`}>
    <div className={`wc-${id}-new-method-container`} />
    <input type="hidden" id={`${id}_token_key`} name={`${id}_token_key`} className="wc-stripe-token-field" />
    <input
      type="hidden"
      id={`${id}_payment_intent_key`}
      name={`${id}_payment_intent_key`}
      className="wc-stripe-payment-intent-field"
    />
    <input type="hidden" name={`${id}_payment_type_key`} defaultValue="new" />
  </div>
)
