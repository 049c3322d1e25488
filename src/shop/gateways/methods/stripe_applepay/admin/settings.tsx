import { formFields } from '../../../../../platform/admin/fields/form-fields.tsx'
import type { MethodScreen } from '../../../method-screen.ts'
import { WalletSettingsFields } from '../../../wallet/admin/wallet-fields.tsx'
import { associationLimit } from '../../../wallet/wallet-options.ts'
import type { ApplePaySettings } from '../apple-pay.ts'

const { TextArea } = formFields<{ stripe_applepay: ApplePaySettings }>()

export const methodScreen: MethodScreen = {
  id: 'stripe_applepay',
  name: 'Apple Pay',
  Fields: () => (
    <>
      <WalletSettingsFields id="stripe_applepay" />
      <TextArea
        name="stripe_applepay.association"
        label="Domain association file"
        hint="Needed with live keys: paste the text of the file that Stripe gives you under Payment method domains."
        maxLength={associationLimit}
        rows={4}
      />
    </>
  ),
}
