import { formFields } from '../../../../../platform/admin/fields/form-fields.tsx'
import type { MethodScreen } from '../../../method-screen.ts'
import type { OnDeliveryJson } from '../on-delivery.ts'
import { shippingKinds } from './shipping-kinds.ts'

const { CheckboxGroup } = formFields<{ cod: OnDeliveryJson }>()

export const methodScreen: MethodScreen = {
  id: 'cod',
  name: 'At pickup or delivery',
  Fields: () => (
    <CheckboxGroup
      name="cod.shipping_methods"
      label="Only offered with these shipping methods (with all of them if none is ticked)"
      options={shippingKinds}
      isWide
    />
  ),
}
