import type { ReactNode } from 'react'
import { useFieldArray, useFormContext, useWatch } from 'react-hook-form'
import controls from '../../../platform/admin/controls.module.css'
import { FieldGroup, formFields } from '../../../platform/admin/fields/form-fields.tsx'
import form from '../../../platform/admin/form.module.css'
import { SettingsScreen } from '../../../platform/admin/settings-screen.tsx'
import { paths } from '../../../platform/web/routes.ts'
import type { PaymentSettings } from './payment-settings.routes.ts'
import { paymentLimits, type restockOptions, shippingKinds } from './payment-settings.ts'
import styles from './payments-screen.module.css'

const { Field, TextArea, Check, Quantity, Select, Choices } = formFields<PaymentSettings>()

const restockLabels: Readonly<Record<(typeof restockOptions)[number], string>> = {
  unsent: 'are restocked unless they were sent',
  always: 'are always restocked',
  never: 'are not restocked; stock is corrected by hand',
}

/** Offline payment methods, stock hold times and the first order number. */
export const PaymentsScreen = () => (
  <SettingsScreen<PaymentSettings>
    title="Payments"
    href={paths.restPaymentSettings}
    savedText="Saved. The checkout now offers it."
  >
    <Gateway id="stripe_cc" name="Card" />
    <Gateway id="bacs" name="Bank transfer">
      <BankAccounts />
    </Gateway>
    <Gateway id="cheque" name="Cheque" />
    <Gateway id="cod" name="At pickup or delivery">
      <Choices
        name="cod.shipping_methods"
        label="Only offered with these shipping methods (with all of them if none is ticked)"
        options={shippingKinds}
        isWide
      />
    </Gateway>
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
        name="first_order_number"
        label="First order number"
        hint="Raise it later and numbering continues from there."
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

type GatewayProps = {
  readonly id: 'stripe_cc' | 'bacs' | 'cheque' | 'cod'
  readonly name: string
  readonly children?: ReactNode
}

/** Settings of one payment method: enabled, title, description and instructions. */
function Gateway({ id, name, children }: GatewayProps) {
  const { getValues } = useFormContext<PaymentSettings>()
  const isEnabled = useWatch<PaymentSettings, `${typeof id}.enabled`>({ name: `${id}.enabled` })
  return (
    <FieldGroup title={name}>
      <Check name={`${id}.enabled`} label="Offered at the checkout" />
      {isEnabled && (
        <>
          <Field name={`${id}.title`} label="Name" maxLength={paymentLimits.maxTitleLength} required isWide />
          <TextArea
            name={`${id}.description`}
            label="Description at the checkout"
            rows={2}
            maxLength={paymentLimits.maxDescriptionLength}
          />
          {id !== 'stripe_cc' && 'instructions' in getValues(id) && (
            <TextArea
              name={`${id}.instructions`}
              label="Instructions after ordering (on the page and in the email)"
              maxLength={paymentLimits.maxInstructionsLength}
            />
          )}
          {children}
        </>
      )}
    </FieldGroup>
  )
}

const digits = (pattern: RegExp, message: string) => ({ pattern: { value: pattern, message } })
const accountFields = [
  ['account_name', 'Account name', undefined],
  ['bank_name', 'Bank', undefined],
  ['institution', 'Institution', digits(/^\d{3}$/, 'Three digits.')],
  ['transit', 'Transit', digits(/^\d{5}$/, 'Five digits.')],
  ['account_number', 'Account number', digits(/^\d{5,17}$/, '5 to 17 digits.')],
] as const

const emptyAccount = { account_name: '', bank_name: '', institution: '', transit: '', account_number: '' }

/** Bank accounts for transfers. */
function BankAccounts() {
  const { fields, append, remove } = useFieldArray<PaymentSettings, 'bacs.accounts'>({ name: 'bacs.accounts' })
  return (
    <fieldset className={styles.wide}>
      <legend>Bank accounts, shown after ordering</legend>
      {fields.map((account, index) => (
        <div key={account.id} className={styles.account}>
          {accountFields.map(([name, label, rules]) => (
            <Field
              key={name}
              name={`bacs.accounts.${index}.${name}`}
              label={label}
              required={name !== 'bank_name'}
              maxLength={100}
              {...(rules && { rules, inputMode: 'numeric' })}
            />
          ))}
          <button
            type="button"
            className={controls.button}
            aria-label={`Remove the account ${account.account_name}`}
            onClick={() => remove(index)}
          >
            Remove
          </button>
        </div>
      ))}
      {fields.length < paymentLimits.maxBankAccounts && (
        <button type="button" className={controls.button} onClick={() => append(emptyAccount)}>
          Add an account
        </button>
      )}
    </fieldset>
  )
}
