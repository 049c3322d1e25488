import type { ReactNode } from 'react'
import type { Address, FieldSet } from '../../../../people/addresses/address.ts'
import type { RulesLookup } from '../../../../people/addresses/address-rules.ts'
import type { Country } from '../../../../people/addresses/countries.ts'
import { type FormNonce, NonceFields } from '../../../../people/identity/form-nonce.tsx'
import { button } from '../../../../platform/ui/button.tsx'
import { paths } from '../../../../platform/web/routes.ts'
import { AddressFields } from '../../../../shop/checkout/pages/address-fields.tsx'
import styles from './account.module.css'

export type AddressFormProps = {
  readonly action: string
  readonly nonce: FormNonce
  /** What the form holds now: saved, or typed and refused. */
  readonly values: Partial<Address>
  readonly errors: ReadonlyMap<string, string>
  readonly countries: readonly Country[]
  readonly rulesOf: RulesLookup
  readonly baseCountry: string
}

type FrameProps = AddressFormProps & {
  readonly set: FieldSet
  readonly except?: readonly (keyof Address)[]
  /** Above the address. */
  readonly before?: ReactNode
  /** Between the address and the button. */
  readonly after?: ReactNode
}

/** A form with the checkout's address fields, which returns to the addresses of the account. */
export const AddressForm = ({ action, nonce, before, after, ...fields }: FrameProps) => (
  <form action={action} method="post" className={styles.form} data-address-form={fields.set} noValidate>
    {before}
    <div className="woocommerce-address-fields">
      <AddressFields {...fields} />
    </div>
    {after}
    <NonceFields nonce={nonce} page={action} />
    <input type="hidden" name="action" value="edit_address" />
    <p className={styles.save}>
      <button type="submit" className={button.primary} name="save_address" value="Save address">
        Save address
      </button>
      <a href={paths.accountAddresses}>Cancel</a>
    </p>
  </form>
)
