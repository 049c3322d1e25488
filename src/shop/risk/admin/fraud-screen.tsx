import type { ReactNode } from 'react'
import { useWatch } from 'react-hook-form'
import { FieldGroup, formFields } from '../../../platform/admin/fields/form-fields.tsx'
import form from '../../../platform/admin/form/form.module.css'
import { SettingsScreen } from '../../../platform/admin/form/settings-screen.tsx'
import { paths } from '../../../platform/web/routes.ts'
import { fraudLimits } from '../fraud-limits.ts'
import type { FraudRulesJson } from '../rest/fraud.ts'
import { actionNames } from './action-names.ts'
import { Trial } from './trial.tsx'

const { Checkbox, Field, Select, Quantity } = formFields<FraudRulesJson>()

type RuleName = Exclude<keyof FraudRulesJson, 'beacon_key' | 'offline_orders'>
type VelocityName = Extract<RuleName, `${string}_velocity` | 'card_testing'>

export const FraudScreen = () => (
  <SettingsScreen<FraudRulesJson>
    title="Fraud rules"
    href={paths.restFraudRules}
    savedText="Saved. The next payment is checked by these rules."
  >
    <p className={form.soft}>
      Each payment through your provider is checked before it is taken. The strictest rule that applies decides, and the
      order says why. Try the rules on past orders before you save them.
    </p>
    <Velocity name="card_velocity" title="Many orders with one card" what="Orders with one card" />
    <Velocity
      name="card_testing"
      title="Many cards from one customer"
      what="Cards of one customer"
      hint="Cards that have not paid. If the bank is asked to authenticate, twice as many are blocked."
    />
    <Velocity name="address_velocity" title="Many orders to one address" what="Orders to one address" />
    <Velocity name="account_velocity" title="Many orders of one customer" what="Orders of one account or email" />
    <FieldGroup title="Addresses that do not match">
      <Action name="country_mismatch" label="Card, billing and delivery are in different countries" />
      <Action
        name="postal_mismatch"
        label="The postal code is not the cardholder’s"
        hint="Banks report it only with the payment, so an order with a new card can be reviewed for it, but not blocked."
      />
    </FieldGroup>
    <FieldGroup title="Large first order">
      <Action name="first_order" label="A customer’s first order is above the amount" />
      <Limit of="first_order">
        <Quantity
          name="first_order.above_cents"
          label="Amount in dollars"
          max={fraudLimits.aboveCents / 100}
          unit={100}
          required
        />
      </Limit>
    </FieldGroup>
    <FieldGroup title="Orders without a card">
      <Checkbox
        name="offline_orders"
        label="Check orders by transfer, by cheque and on delivery, too"
        hint="The rules about customers, addresses and first orders apply. Instead of the bank, the shopper’s device is asked for more proof of work."
      />
    </FieldGroup>
    <FieldGroup title="Fraud-detection service">
      <Field
        name="beacon_key"
        label="Beacon key"
        hint="Payment pages pass it to scripts, with an id of the visit. Leave it empty for none."
        maxLength={100}
      />
    </FieldGroup>
    <Trial />
  </SettingsScreen>
)

type VelocityProps = { name: VelocityName; title: string; what: string; hint?: string }

const Velocity = ({ name, title, what, hint }: VelocityProps) => (
  <FieldGroup title={title}>
    <Action name={name} label="Above the limit" {...(hint ? { hint } : {})} />
    <Limit of={name}>
      <Quantity name={`${name}.max`} label={what} min={1} max={fraudLimits.max} required />
      <Quantity name={`${name}.hours`} label="Within hours" min={1} max={fraudLimits.hours} required />
    </Limit>
  </FieldGroup>
)

const Action = ({ name, label, hint }: { name: RuleName; label: string; hint?: string }) => (
  <Select name={`${name}.action`} label={label} options={Object.entries(actionNames)} {...(hint ? { hint } : {})} />
)

function Limit({ of, children }: { of: RuleName; children: ReactNode }) {
  const action: unknown = useWatch<FraudRulesJson>({ name: `${of}.action` })
  return action === 'off' ? null : children
}
