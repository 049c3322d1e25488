import type { ReactNode } from 'react'
import controls from '../../../platform/admin/controls.module.css'
import form from '../../../platform/admin/form.module.css'
import { type Change, Check, NumberField } from '../../../platform/admin/form.tsx'
import { Panel } from '../../../platform/admin/parts.tsx'
import { SettingsScreen } from '../../../platform/admin/settings-screen.tsx'
import { paths } from '../../../platform/web/routes.ts'
import type { PaymentSettings } from './payment-settings.routes.ts'
import { paymentLimits, restockOptions, shippingKinds } from './payment-settings.ts'
import styles from './payments-screen.module.css'

const restockLabels: Readonly<Record<(typeof restockOptions)[number], string>> = {
  unsent: 'are restocked unless they were sent',
  always: 'are always restocked',
  never: 'are not restocked; stock is corrected by hand',
}

const orderNumbers = [
  {
    name: 'hold_stock_minutes',
    label: 'Minutes to hold stock for an unpaid card order (0 = no limit)',
    ...{ min: 0, max: paymentLimits.maxHoldStockMinutes },
  },
  {
    name: 'on_hold_days',
    label: 'Days an order may wait for a transfer or cheque, with a reminder 3 days before (0 = no limit)',
    ...{ min: 0, max: paymentLimits.onHoldDays },
  },
  {
    name: 'first_order_number',
    label: 'First order number (raise it later and numbering continues from there)',
    ...{ min: 1, max: 1_000_000_000 },
  },
] as const

const unpaidLimits = [
  ['unpaid_max_pieces', 'Items', 1],
  ['unpaid_max_products', 'Different products', 1],
  ['unpaid_max_cents', 'Value of the goods, in dollars', 100],
] as const

/** Offline payment methods, stock hold times and the first order number. */
export function PaymentsScreen() {
  return (
    <SettingsScreen<PaymentSettings>
      title="Payments"
      tab="payments"
      href={paths.restPaymentSettings}
      savedText="Saved. The checkout now offers it."
    >
      {(values, change) => (
        <>
          <GatewayFields id="stripe_cc" name="Card" values={values} change={change} />
          <GatewayFields id="bacs" name="Bank transfer" values={values} change={change}>
            <BankAccounts
              accounts={values.bacs.accounts}
              onChange={(accounts) => change('bacs', { ...values.bacs, accounts })}
            />
          </GatewayFields>
          <GatewayFields id="cheque" name="Cheque" values={values} change={change} />
          <GatewayFields id="cod" name="At pickup or delivery" values={values} change={change}>
            <fieldset className={styles.kinds}>
              <legend>Only offered with these shipping methods (with all of them if none is ticked)</legend>
              {shippingKinds.map(([kind, label]) => (
                <Check
                  key={kind}
                  label={label}
                  checked={values.cod.shipping_methods.includes(kind)}
                  onChange={(isChecked) => {
                    const otherKinds = values.cod.shipping_methods.filter((one) => one !== kind)
                    change('cod', { ...values.cod, shipping_methods: isChecked ? [...otherKinds, kind] : otherKinds })
                  }}
                />
              ))}
            </fieldset>
          </GatewayFields>
          <Panel id="orders" title="Orders">
            <div className={styles.numbers}>
              {orderNumbers.map(({ name, ...field }) => (
                <NumberField key={name} {...field} value={values[name]} onChange={(value) => change(name, value)} />
              ))}
              <label className={form.field}>
                When an order is fully refunded, its items
                <select
                  className={controls.field}
                  value={values.restock_refunded}
                  onChange={(event) => {
                    const choice = restockOptions.find((one) => one === event.target.value)
                    if (choice) change('restock_refunded', choice)
                  }}
                >
                  {restockOptions.map((choice) => (
                    <option key={choice} value={choice}>
                      {restockLabels[choice]}
                    </option>
                  ))}
                </select>
              </label>
            </div>
          </Panel>
          <Panel id="unpaid" title="Limits on unpaid orders">
            <p className={form.soft}>
              How much one customer can have on hold at a time while you wait for a transfer, a cheque or payment at
              pickup. 0 means no limit. Card orders are never refused for this.
            </p>
            <div className={styles.numbers}>
              {unpaidLimits.map(([name, label, unit]) => (
                <NumberField
                  key={name}
                  label={label}
                  value={unit === 1 ? values[name] : Math.round(values[name] / unit)}
                  min={0}
                  max={paymentLimits.unpaid}
                  onChange={(value) => change(name, value * unit)}
                />
              ))}
            </div>
          </Panel>
        </>
      )}
    </SettingsScreen>
  )
}

type GatewayFieldsProps = {
  readonly id: 'stripe_cc' | 'bacs' | 'cheque' | 'cod'
  readonly name: string
  readonly values: PaymentSettings
  readonly change: Change<PaymentSettings>
  readonly children?: ReactNode
}

/** Settings of one payment method: enabled, title, description and instructions. */
function GatewayFields({ id, name, values, change, children }: GatewayFieldsProps) {
  const gateway = values[id]
  const update = (part: object) => change(id, { ...gateway, ...part } as never)
  const text = (rows: number, maxLength: number, field: 'description' | 'instructions', value: string) => (
    <textarea
      className={controls.field}
      rows={rows}
      maxLength={maxLength}
      value={value}
      onChange={(event) => update({ [field]: event.target.value })}
    />
  )
  return (
    <Panel id={id} title={name}>
      <Check
        label="Offered at the checkout"
        checked={gateway.enabled}
        onChange={(isChecked) => update({ enabled: isChecked })}
      />
      <div className={styles.fields} hidden={!gateway.enabled}>
        <label className={form.field}>
          Name
          <input
            className={controls.field}
            required={gateway.enabled}
            maxLength={paymentLimits.maxTitleLength}
            value={gateway.title}
            onChange={(event) => update({ title: event.target.value })}
          />
        </label>
        <label className={form.field}>
          Description at the checkout
          {text(2, paymentLimits.maxDescriptionLength, 'description', gateway.description)}
        </label>
        {'instructions' in gateway && (
          <label className={form.field}>
            Instructions after ordering (on the page and in the email)
            {text(3, paymentLimits.maxInstructionsLength, 'instructions', gateway.instructions)}
          </label>
        )}
        {children}
      </div>
    </Panel>
  )
}

const fields = [
  ['account_name', 'Account name', {}],
  ['bank_name', 'Bank', {}],
  ['institution', 'Institution (3 digits)', { inputMode: 'numeric', pattern: '[0-9]{3}' }],
  ['transit', 'Transit (5 digits)', { inputMode: 'numeric', pattern: '[0-9]{5}' }],
  ['account_number', 'Account number', { inputMode: 'numeric', pattern: '[0-9]{5,17}' }],
] as const

const emptyAccount = { account_name: '', bank_name: '', institution: '', transit: '', account_number: '' }

type BankAccountsProps = {
  readonly accounts: PaymentSettings['bacs']['accounts']
  readonly onChange: (accounts: PaymentSettings['bacs']['accounts']) => void
}

/** Bank accounts for transfers. */
function BankAccounts({ accounts, onChange }: BankAccountsProps) {
  return (
    <fieldset className={styles.kinds}>
      <legend>Bank accounts, shown after ordering</legend>
      {accounts.map((account, index) => (
        <div key={index} className={styles.account}>
          {fields.map(([name, label, rules]) => (
            <label key={name} className={form.field}>
              {label}
              <input
                className={controls.field}
                required={name !== 'bank_name'}
                maxLength={100}
                {...rules}
                value={account[name]}
                onChange={(event) => onChange(accounts.with(index, { ...account, [name]: event.target.value }))}
              />
            </label>
          ))}
          <button
            type="button"
            className={controls.button}
            aria-label={`Remove the account ${account.account_name}`}
            onClick={() => onChange(accounts.toSpliced(index, 1))}
          >
            Remove
          </button>
        </div>
      ))}
      {accounts.length < paymentLimits.maxBankAccounts && (
        <button type="button" className={controls.button} onClick={() => onChange([...accounts, emptyAccount])}>
          Add an account
        </button>
      )}
    </fieldset>
  )
}
