import { formFields } from '../../../../platform/admin/fields/form-fields.tsx'
import type { MethodScreen } from '../../../gateways/method-screen.ts'
import { WalletSettingsFields } from '../../admin/wallet-fields.tsx'
import type { ApplePaySettings } from '../apple-pay.ts'
import { associationLimit } from '../association-limit.ts'

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
