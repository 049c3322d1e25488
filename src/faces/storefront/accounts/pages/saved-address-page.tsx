import { MAX_LABEL_LENGTH } from '../../../../people/account/address-book.ts'
import type { FieldSet } from '../../../../people/addresses/address.ts'
import bookStyles from './address-book.module.css'
import { AddressForm, type AddressFormProps } from './address-form.tsx'
import { FormRow } from './form-row.tsx'

type SavedAddressPageProps = AddressFormProps & {
  readonly label: string
  readonly labelError: string | null
  readonly isDefault: Readonly<Record<FieldSet, boolean>>
}

/** An address of the address book, with the checkout's fields of a billing address; the email is the account's. */
export const SavedAddressPage = ({ label, labelError, isDefault, ...form }: SavedAddressPageProps) => (
  <AddressForm
    {...form}
    set="billing"
    except={['email']}
    before={
      <FormRow
        name="address_label"
        label="Name of this address"
        value={label}
        autoComplete="off"
        maxLength={MAX_LABEL_LENGTH}
        hint="What you call it: home, office, cottage."
        error={labelError ?? undefined}
      />
    }
    after={(['billing', 'shipping'] as const).map((set) => (
      <label key={set} className={bookStyles.tick}>
        <input type="checkbox" name={`use_for_${set}`} value="1" defaultChecked={isDefault[set]} />
        <span>Use as my {set} address</span>
      </label>
    ))}
  />
)
