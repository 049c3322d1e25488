type Gateway = { readonly id: string }

/** Hidden inputs with the names of the Stripe plugin (its sheet, "Hidden inputs and choices"). */
export const TokenFields = ({ id }: Gateway) => (
  <>
    <input type="hidden" id={`${id}_token_key`} name={`${id}_token_key`} className="wc-stripe-token-field" />
    <input
      type="hidden"
      id={`${id}_payment_intent_key`}
      name={`${id}_payment_intent_key`}
      className="wc-stripe-payment-intent-field"
    />
  </>
)

export const NewTypeField = ({ id }: Gateway) => (
  <input type="hidden" id={`${id}_use_new`} name={`${id}_payment_type_key`} defaultValue="new" />
)

/** All fields of a gateway whose payment methods the shop never saves, because the wallet or the lender keeps them. */
export const UnsavedFields = ({ id }: Gateway) => (
  <>
    <TokenFields id={id} />
    <NewTypeField id={id} />
    <input type="hidden" id={`${id}_save_source_key`} name={`${id}_save_source_key`} />
  </>
)
