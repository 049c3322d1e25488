import { MAX_LABEL_LENGTH } from '../../../../people/accounts/address-book.ts'
import type { Address, FieldSet } from '../../../../people/addresses/address.ts'
import type { RulesLookup } from '../../../../people/addresses/address-rules.ts'
import type { Country } from '../../../../people/addresses/countries.ts'
import { button } from '../../../../platform/ui/button.tsx'
import { paths } from '../../../../platform/web/routes.ts'
import { AddressFields } from '../../../../shop/checkout/pages/address-fields.tsx'
import styles from './account.module.css'
import bookStyles from './address-book.module.css'
import { FormRow } from './form-row.tsx'

type SavedAddressPageProps = {
  readonly label: string
  readonly labelError: string | null
  readonly values: Partial<Address>
  readonly isDefault: Readonly<Record<FieldSet, boolean>>
  readonly action: string
  readonly errors: ReadonlyMap<string, string>
  readonly countries: readonly Country[]
  readonly rulesOf: RulesLookup
  readonly baseCountry: string
  readonly nonce: { readonly name: string; readonly value: string }
}

/** An address of the address book, with the checkout's fields of a billing address. */
export function SavedAddressPage({ label, labelError, isDefault, action, nonce, ...fields }: SavedAddressPageProps) {
  return (
    <form action={action} method="post" className={styles.form} data-address-form="billing" noValidate>
      <FormRow
        name="address_label"
        label="Name"
        value={label}
        autoComplete="off"
        maxLength={MAX_LABEL_LENGTH}
        hint="What you call this address: home, office, cottage."
        error={labelError ?? undefined}
      />
      <div className="woocommerce-address-fields">
        <AddressFields {...fields} set="billing" except={['email']} />
      </div>
      {(['billing', 'shipping'] as const).map((set) => (
        <label key={set} className={bookStyles.tick}>
          <input type="checkbox" name={`use_for_${set}`} value="1" defaultChecked={isDefault[set]} />
          <span>Use as my {set} address</span>
        </label>
      ))}
      <input type="hidden" name={nonce.name} value={nonce.value} />
      <input type="hidden" name="action" value="edit_address" />
      <p className={styles.save}>
        <button type="submit" className={button.primary} name="save_address" value="Save address">
          Save address
        </button>
        <a href={paths.accountAddresses}>Cancel</a>
      </p>
    </form>
  )
}
