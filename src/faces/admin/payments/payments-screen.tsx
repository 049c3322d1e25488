import { useFormContext, useWatch } from 'react-hook-form'
import { FieldGroup, formFields } from '../../../platform/admin/fields/form-fields.tsx'
import form from '../../../platform/admin/form/form.module.css'
import { SettingsScreen } from '../../../platform/admin/form/settings-screen.tsx'
import { paths } from '../../../platform/web/routes.ts'
import { type MethodScreen, methodLimits } from '../../../shop/gateways/method-screen.ts'
import type { PaymentSettings } from './payment-settings.rest.ts'
import { paymentLimits, type restockOptions } from './payment-settings.ts'
import styles from './payments-screen.module.css'

const { Quantity, Select } = formFields<PaymentSettings>()
const Common = formFields<Record<string, unknown>>()

const restockLabels: Readonly<Record<(typeof restockOptions)[number], string>> = {
  unsent: 'are restocked unless they were sent',
  always: 'are always restocked',
  never: 'are not restocked; stock is corrected by hand',
}

export const PaymentsScreen = () => (
  <SettingsScreen<PaymentSettings>
    title="Payments"
    href={paths.restPaymentSettings}
    savedText="Saved. The checkout now offers it."
  >
    <Methods />
    <FieldGroup title="Orders">
      <Quantity
        name="hold_stock_minutes"
        label="Minutes to hold stock for an unpaid card order"
        hint="0: no limit."
        max={paymentLimits.maxHoldStockMinutes}
        required
      />
      <Quantity
        name="on_hold_days"
        label="Days an order may wait for a transfer or cheque"
        hint="A reminder is sent 3 days before. 0: no limit."
        max={paymentLimits.onHoldDays}
        required
      />
      <Quantity
        name="first_invoice_number"
        label="First invoice number"
        hint="Shown as INV-1001. Raise it later and numbering continues from there."
        min={1}
        max={1_000_000_000}
        required
      />
      <Select
        name="restock_refunded"
        label="When an order is fully refunded, its items"
        options={Object.entries(restockLabels)}
      />
    </FieldGroup>
    <FieldGroup title="Limits on unpaid orders">
      <p className={`${form.soft} ${styles.wide}`}>
        How much one customer can have on hold at a time while you wait for a transfer, a cheque or payment at pickup. 0
        means no limit. Card orders are never refused for this.
      </p>
      <Quantity name="unpaid_max_pieces" label="Items" max={paymentLimits.unpaid} required />
      <Quantity name="unpaid_max_products" label="Different products" max={paymentLimits.unpaid} required />
      <Quantity
        name="unpaid_max_cents"
        label="Value of the goods, in dollars"
        max={paymentLimits.unpaid}
        unit={100}
        required
      />
    </FieldGroup>
  </SettingsScreen>
)

const methodScreens = Object.values(
  import.meta.glob<MethodScreen>(
    ['../../../shop/gateways/methods/*/admin/settings.{ts,tsx}', '../../../shop/wallets/*/admin/settings.{ts,tsx}'],
    { eager: true, import: 'methodScreen' },
  ),
)

function Methods() {
  const { getValues } = useFormContext()
  const methods = Object.keys(getValues()).flatMap((id) => methodScreens.filter((method) => method.id === id))
  return methods.map((method) => <Method key={method.id} {...method} />)
}

function Method({ id, name, Fields }: MethodScreen) {
  const { getValues } = useFormContext()
  const isEnabled = useWatch({ name: `${id}.enabled` }) === true
  return (
    <FieldGroup title={name}>
      <Common.Checkbox name={`${id}.enabled`} label="Offered at the checkout" />
      {isEnabled && (
        <>
          <Common.Field name={`${id}.title`} label="Name" maxLength={methodLimits.title} required isWide />
          <Common.TextArea
            name={`${id}.description`}
            label="Description at the checkout"
            rows={2}
            maxLength={methodLimits.description}
          />
          {'instructions' in getValues(id) && (
            <Common.TextArea
              name={`${id}.instructions`}
              label="Instructions after ordering (on the page and in the email)"
              maxLength={methodLimits.instructions}
            />
          )}
          {Fields && <Fields />}
        </>
      )}
    </FieldGroup>
  )
}
