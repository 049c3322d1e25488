import { Link } from 'react-router'
import { AddressGroup, noAddress } from '../../../people/addresses/admin/address-group.tsx'
import { isStaff, roleNames } from '../../../platform/access/permissions.ts'
import { formatAmount } from '../../../platform/admin/amount.ts'
import { FieldGroup, formFields } from '../../../platform/admin/fields/form-fields.tsx'
import { FormScreen } from '../../../platform/admin/form/form-screen.tsx'
import { Badge, Fact, Panel, Time } from '../../../platform/admin/parts.tsx'
import { hrefs } from '../../../platform/web/routes.ts'
import type { CustomerJson } from '../rest/customers.ts'
import styles from './customer-screen.module.css'
import { customerName, customers } from './customers.ts'

type CustomerFields = Pick<CustomerJson, 'email' | 'first_name' | 'last_name' | 'billing' | 'shipping'> & {
  readonly password: string
}

const { Field } = formFields<CustomerFields>()

const empty: CustomerFields = {
  email: '',
  first_name: '',
  last_name: '',
  password: '',
  billing: { ...noAddress, email: '' },
  shipping: noAddress,
}

const toValues = ({ email, first_name, last_name, billing, shipping }: CustomerJson): CustomerFields => ({
  email,
  first_name,
  last_name,
  password: '',
  billing,
  shipping,
})

export const CustomerScreen = () => (
  <FormScreen<CustomerJson, CustomerFields>
    resource={customers}
    titleOf={customerName}
    empty={empty}
    toValues={toValues}
    toBody={({ password, ...values }) => (password === '' ? values : { ...values, password })}
    errorFields={{ 'registration-error-email-exists': 'email', woocommerce_rest_customer_invalid_email: 'email' }}
    badge={(customer) => isStaff(customer) && <Badge>{roleNames[customer.role]}</Badge>}
    deletion="The account was deleted. Its orders stay as guest orders."
    aside={(customer) => <Orders customer={customer} />}
  >
    <FieldGroup title="Account">
      <Field name="email" label="Email address" type="email" required maxLength={200} isWide />
      <Field name="first_name" label="First name" maxLength={100} />
      <Field name="last_name" label="Last name" maxLength={100} />
      <Field
        name="password"
        label="New password"
        type="password"
        autoComplete="new-password"
        hint="At least 10 characters. A change signs the customer out. Leave it empty for a new customer, and the welcome email has a link to choose one."
        isWide
      />
    </FieldGroup>
    <AddressGroup set="billing" title="Billing address" />
    <AddressGroup set="shipping" title="Shipping address" />
  </FormScreen>
)

const Orders = ({ customer }: { customer: CustomerJson }) => (
  <Panel id="customer-orders" title="Orders">
    <dl className={styles.details}>
      <Fact label="Orders">{customer.orders_count}</Fact>
      <Fact label="Spent">{formatAmount(customer.total_spent)}</Fact>
      <Fact label="Customer since">
        <Time gmt={customer.date_created_gmt} />
      </Fact>
    </dl>
    <p>
      <Link to={hrefs.adminOrders({ customer: customer.id })}>See the orders</Link>
    </p>
  </Panel>
)
