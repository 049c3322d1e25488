import { formFields } from '../../../../platform/admin/fields/form-fields.tsx'
import type { MethodScreen } from '../../../gateways/method-screen.ts'
import { WalletSettingsFields } from '../../admin/wallet-fields.tsx'
import { buttonStyles } from '../../wallet-options.ts'
import type { GooglePaySettings } from '../google-pay.ts'
import { merchantLimits } from '../google-pay-options.ts'

const { Field, Select } = formFields<{ stripe_googlepay: GooglePaySettings }>()

const locales = [
  ['en', 'English'],
  ['fr', 'French'],
  ['', 'The browser’s'],
] as const

export const methodScreen: MethodScreen = {
  id: 'stripe_googlepay',
  name: 'Google Pay',
  Fields: () => (
    <>
      <WalletSettingsFields id="stripe_googlepay" styles={buttonStyles} />
      <Select name="stripe_googlepay.locale" label="Language of the button" options={locales} />
      <Field
        name="stripe_googlepay.merchant.id"
        label="Merchant id of Google’s console"
        hint="Used with live keys only."
        maxLength={merchantLimits.id}
      />
      <Field
        name="stripe_googlepay.merchant.name"
        label="Name on Google’s sheet"
        hint="The shop’s title if empty."
        maxLength={merchantLimits.name}
      />
    </>
  ),
}
