import { UnsavedFields } from '../gateway-fields.tsx'

/**
 * A wallet's fields in a form, with the names of the Stripe plugin (stripe-plugin sheet, "Hidden inputs and choices"):
 * the page's script fills them with what its sheet returns.
 */
export const WalletFields = ({ id }: { readonly id: string }) => (
  <div className={`wc-${id}-container wc-stripe-gateway-container`}>
    <div className={`wc-${id}-new-method-container`} />
    <UnsavedFields id={id} />
  </div>
)
