import { formFields } from '../../../../../platform/admin/fields/form-fields.tsx'
import type { MethodScreen } from '../../../method-screen.ts'
import type { CardJson } from '../card.ts'

const { Checkbox } = formFields<{ stripe_cc: CardJson }>()

export const methodScreen: MethodScreen = {
  id: 'stripe_cc',
  name: 'Card',
  Fields: () => (
    <Checkbox
      name="stripe_cc.capture"
      label="Charge cards at once. Otherwise they are only authorized, and you capture each payment within seven days."
    />
  ),
}
