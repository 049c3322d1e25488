import { formFields } from '../../../../../platform/admin/fields/form-fields.tsx'
import type { MethodScreen } from '../../../method-screen.ts'
import type { CardJson } from '../card.ts'

const { Checkbox } = formFields<{ stripe_cc: CardJson }>()

export const methodScreen: MethodScreen = {
  id: 'stripe_cc',
  name: 'Card',
  Fields: () => (
    <>
      <Checkbox
        name="stripe_cc.capture"
        label="Charge cards at once. Otherwise they are only authorized, and you capture each payment within seven days."
      />
      <Checkbox
        name="stripe_cc.link"
        label="Offer Link, with which Stripe remembers cards for all its shops. Your shop then does not offer to save them at the checkout."
      />
    </>
  ),
}
