import { useQueryClient } from '@tanstack/react-query'
import { useFormContext, useWatch } from 'react-hook-form'
import { useNavigate, useParams } from 'react-router'
import { AddressGroup, noAddress } from '../../../../people/addresses/admin/address-group.tsx'
import { useAdminContext } from '../../../../platform/admin/admin-context.tsx'
import { FieldGroup, formFields } from '../../../../platform/admin/fields/form-fields.tsx'
import form from '../../../../platform/admin/form/form.module.css'
import { EditForm } from '../../../../platform/admin/form/form.tsx'
import {
  Button,
  ErrorState,
  QueryState,
  ScreenHeader,
  useRest,
  WaitingPanel,
} from '../../../../platform/admin/parts.tsx'
import { useSend } from '../../../../platform/admin/resource.ts'
import { useToast } from '../../../../platform/admin/toast.tsx'
import { hrefs } from '../../../../platform/web/routes.ts'
import type { OrderJson } from '../../rest/order-json.ts'
import { orders } from '../order-label.tsx'
import { FeeFields, LineFields, ShippingFields } from './item-fields.tsx'
import { OrderPreview, useOrderPreview } from './order-preview.tsx'
import { bodyOf, changeOf, emptyOrder, type OrderValues, paymentOf, valuesOf } from './order-values.ts'

const { Field, TextArea, Checkbox, EntityPicker, RadioGroup } = formFields<OrderValues>()

/** Creates an order for a customer, for example by telephone. */
export function NewOrderScreen() {
  const { rest } = useAdminContext()
  const done = useDone()
  return (
    <>
      <ScreenHeader title="New order" backLink={{ to: hrefs.adminOrders(), label: 'Orders' }} />
      <EditForm<OrderValues>
        initial={emptyOrder}
        className={form.screen}
        labels={{ save: 'Create the order', saved: '' }}
        errorFields={{ woocommerce_rest_invalid_coupon: 'coupons' }}
        save={async ({ values }) => {
          const created = await rest.send<OrderJson>('POST', orders.rest, { ...bodyOf(values), ...paymentOf(values) })
          const message = values.payment === 'link' ? await sendLink(rest, created) : 'The order was created.'
          await done(created, message)
          return values
        }}
      >
        <OrderFields />
        <Payment />
      </EditForm>
    </>
  )
}

type Rest = ReturnType<typeof useAdminContext>['rest']

/** Never fails, because the order exists whether or not the email can be sent. */
const sendLink = (rest: Rest, { id, billing, needs_payment }: OrderJson): Promise<string> =>
  needs_payment
    ? rest
        .send('POST', `${orders.rest}/${id}/actions/send_order_details`, {})
        .then(() => `The order was created, and the payment link is on its way to ${billing.email}.`)
        .catch((error: unknown) => `The order was created, but no mail was sent: ${String(error)}`)
    : Promise.resolve('The order was created. There is nothing to pay.')

/** Edits the items and addresses of an order, as far as it can still be changed. */
export function EditOrderScreen() {
  const id = Number(useParams().order)
  const { rest } = useAdminContext()
  const done = useDone()
  const query = useRest<OrderJson>([orders.rest, id], hrefs.restOrder(id))
  const order = query.data
  return (
    <>
      <ScreenHeader
        title={order ? `Edit order #${order.number}` : 'Edit order'}
        backLink={{ to: hrefs.adminOrder(id), label: 'Order' }}
      />
      <QueryState
        query={query}
        backLink={{ to: hrefs.adminOrders(), label: 'Orders' }}
        placeholder={<WaitingPanel />}
      />
      {order && (
        <EditForm<OrderValues>
          initial={valuesOf(order)}
          className={form.screen}
          labels={{ save: 'Save the order', saved: '' }}
          errorFields={{ woocommerce_rest_invalid_coupon: 'coupons' }}
          save={async ({ values, before }) => {
            const changed = await rest.send<OrderJson>('PUT', hrefs.restOrder(id), changeOf(values, before))
            await done(changed, 'The order was changed.')
            return values
          }}
        >
          <OrderFields id={id} />
        </EditForm>
      )}
    </>
  )
}

function useDone() {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const toast = useToast()
  return async (order: OrderJson, text: string) => {
    queries.setQueryData([orders.rest, order.id], order)
    void queries.invalidateQueries({ queryKey: [orders.rest] })
    toast.show({ text })
    await navigate(hrefs.adminOrder(order.id), { replace: true })
  }
}

function OrderFields({ id = 0 }: { readonly id?: number }) {
  const preview = useOrderPreview(id)
  const isElsewhere = useWatch<OrderValues, 'isElsewhere'>({ name: 'isElsewhere' })
  return (
    <>
      <LineFields />
      <FieldGroup title="Customer">
        <EntityPicker name="customer" of="customers" label="Account" hint="Leave it empty for a guest order." isWide />
        <CustomerAddresses />
      </FieldGroup>
      <AddressGroup set="billing" title="Billing address" />
      <Checkbox name="isElsewhere" label="Deliver to another address" />
      {isElsewhere && <AddressGroup set="shipping" title="Delivery address" />}
      <ShippingFields rates={preview.data?.rates ?? []} />
      <FeeFields />
      <FieldGroup title="Note">
        <TextArea name="note" label="Customer note" maxLength={1000} />
      </FieldGroup>
      <OrderPreview query={preview} />
    </>
  )
}

type Addresses = Pick<OrderValues, 'billing' | 'shipping'> & { readonly email: string }

function CustomerAddresses() {
  const { setValue } = useFormContext<OrderValues>()
  const [id] = useWatch<OrderValues, 'customer'>({ name: 'customer' })
  const fill = useSend((rest) => rest.get<Addresses>(hrefs.restCustomer(id ?? 0), AbortSignal.timeout(20_000)), [], {
    onSuccess: ({ billing, shipping, email }) => {
      const change = { shouldDirty: true }
      const pick = (from: typeof noAddress) =>
        Object.fromEntries(Object.keys(noAddress).map((name) => [name, from[name as 'city'] ?? '']))
      setValue('billing', { ...noAddress, ...pick(billing), email: billing.email || email }, change)
      setValue('shipping', { ...noAddress, ...pick(shipping) }, change)
      setValue('isElsewhere', shipping.address_1 !== '' && shipping.address_1 !== billing.address_1, change)
    },
  })
  if (id === undefined) return null
  return (
    <p>
      <Button label="Use the addresses of the account" isBusy={fill.isPending} onClick={() => fill.mutate()} />
      {fill.error && <ErrorState error={fill.error} />}
    </p>
  )
}

function Payment() {
  const payment = useWatch<OrderValues, 'payment'>({ name: 'payment' })
  return (
    <FieldGroup title="Payment">
      <RadioGroup
        name="payment"
        label="How it is paid"
        options={[
          ['link', 'Email a payment link'],
          ['outside', 'Paid outside the shop'],
          ['later', 'Not yet; no mail'],
        ]}
      />
      {payment === 'outside' && (
        <>
          <Field name="method" label="How it was paid" placeholder="Cash, terminal, …" maxLength={100} required />
          <Field name="reference" label="Reference" hint="For example the receipt number." maxLength={200} />
        </>
      )}
    </FieldGroup>
  )
}
