import type { Address } from '../../../people/addresses/address.ts'
import { countriesIn } from '../../../people/addresses/countries.ts'
import { formatMoney } from '../../../platform/money/money.ts'
import { formatShopDay } from '../../../platform/time/shop-time.ts'
import { type NoticeList, Notices } from '../../../platform/ui/notices.tsx'
import { ShopMain } from '../../../platform/ui/shop-main.tsx'
import { hrefs } from '../../../platform/web/routes.ts'
import { payerFieldsOf } from '../../gateways/billing-details.ts'
import type { PaymentService } from '../../gateways/context.ts'
import type { CheckoutPartProps } from '../../gateways/payment-method.ts'
import { fullName, type Order } from '../../orders/orders.store.ts'
import { enabledGateway, type GatewayId, linkPayment } from '../../payment-methods/payment-methods.ts'
import { sheetOfOrder } from '../../wallets/sheet.ts'
import styles from '../checkout.module.css'
import { shopAddressRules, WAIT_TOKEN_FIELD } from '../checkout-form.ts'
import type { OrderingSettings } from '../context.ts'
import payment from '../payment.module.css'
import { Gateways, OrderButton, TermsAndPrivacy } from '../payment.tsx'
import { AddressFields } from './address-fields.tsx'
import { OrderAddresses, OrderTable } from './order-details.tsx'
import own from './order-pay.module.css'

export type OrderPayFormState = {
  /** The page changes how the order is paid, also one that waits for a transfer. */
  readonly isChange?: boolean
  readonly notices?: NoticeList
  readonly method?: string
  readonly acceptsTerms?: boolean
  readonly billing?: Address
  readonly waitToken?: string | undefined
}

type Props = {
  readonly order: Order
  readonly settings: OrderingSettings
  readonly gateways: readonly GatewayId[]
  readonly nonce: string
  readonly payments: Pick<PaymentService, 'scriptUrl' | 'publishableKey'>
  readonly formState: OrderPayFormState
  readonly missing: readonly string[]
  readonly policyPages: ReadonlyMap<string, number>
  readonly restNonce: string | undefined
} & CheckoutPartProps

export function OrderPayPage(props: Props) {
  const { order, settings, gateways, nonce, payments, formState, restNonce, choice, now, payable } = props
  const { missing, policyPages } = props
  const {
    notices = [],
    method = order.paymentMethod,
    acceptsTerms = false,
    waitToken = '',
    isChange = false,
    billing = order.billing,
  } = formState
  const contact = settings.contactEmail || settings.ownerEmail
  return (
    <ShopMain
      className={`${styles.page} ${own.page}`}
      title={<h1 className={styles.title}>{isChange ? 'Change the payment method' : 'Pay for your order'}</h1>}
    >
      <p className={own.lead}>
        {fullName(order.billing)}, this is your order of {formatShopDay(order.createdAt)}. It waits for its payment;
        then we pack it.
        {isChange && ` You chose ${order.paymentMethodTitle}; if you pay another way here, that is no longer needed.`}
      </p>
      <Notices notices={notices} />
      <form
        id="order_review"
        method="post"
        className={styles.form}
        action={(isChange ? hrefs.changePayment : hrefs.orderPay)(order.id, order.orderKey)}
        noValidate
        aria-label="Pay for order"
        data-provider-script={payments.scriptUrl}
        data-provider-key={payments.publishableKey}
        data-rest-nonce={restNonce}
        data-link-payment={linkPayment(settings)}
        data-order-id={order.id}
        data-order-key={order.orderKey}
        data-payer={JSON.stringify(payerFieldsOf(order.billing))}
      >
        <div className="woocommerce-NoticeGroup woocommerce-NoticeGroup-checkout" data-form-errors="">
          <div role="alert" />
        </div>
        <Summary order={order} />
        <div className={`${styles.details} ${own.addresses}`}>
          <OrderAddresses order={order} />
        </div>
        {missing.length > 0 && (
          <fieldset className={`woocommerce-billing-fields ${styles.group} ${own.missing}`}>
            <legend className={styles.section}>Your details</legend>
            <AddressFields
              set="billing"
              only={missing}
              values={billing}
              errors={
                new Map(notices.flatMap(({ field, fieldText }) => (field && fieldText ? [[field, fieldText]] : [])))
              }
              countries={countriesIn(settings.checkout.sellsTo)}
              rulesOf={shopAddressRules(settings)}
              baseCountry={settings.storeAddress.country}
            />
          </fieldset>
        )}
        <section aria-labelledby="payment-title" className={styles.payment}>
          <h2 id="payment-title" className={styles.section}>
            Payment
          </h2>
          <div id="payment" className="woocommerce-checkout-payment">
            {gateways.length === 0 ? (
              <p className="woocommerce-info">
                This order cannot be paid online right now. Please <a href={`mailto:${contact}`}>write to us</a>, and we
                find one together.
              </p>
            ) : (
              <>
                <Gateways
                  settings={settings}
                  gateways={gateways}
                  choice={choice}
                  now={now}
                  payable={payable}
                  data={{
                    page: isChange ? 'change_payment_method' : 'order_pay',
                    sheetWith: () => sheetOfOrder(order),
                    order: { id: order.id, key: order.orderKey },
                  }}
                  chosen={enabledGateway(method, settings)}
                />
                <div className={`form-row ${payment.place}`}>
                  <input type="hidden" name="woocommerce_pay" value="1" />
                  {isChange && <input type="hidden" name="change_payment_method" value={order.id} />}
                  <TermsAndPrivacy termsPage={settings.termsPage} policyPages={policyPages} isChecked={acceptsTerms} />
                  <OrderButton label="Pay for order" totalCents={order.totalCents} currency={order.currency} />
                  <input type="hidden" id="woocommerce-pay-nonce" name="woocommerce-pay-nonce" value={nonce} />
                  <input type="hidden" name="proof" />
                  <input type="hidden" name={WAIT_TOKEN_FIELD} value={waitToken} />
                </div>
              </>
            )}
          </div>
        </section>
      </form>
    </ShopMain>
  )
}

function Summary({ order }: { order: Order }) {
  const quantity = order.lines.reduce((sum, line) => sum + line.quantity, 0)
  return (
    <details className={`${styles.summary} ${own.summary}`} open>
      <summary>
        <span>
          Your order <small className={styles.count}>{quantity === 1 ? '1 item' : `${quantity} items`}</small>
        </span>
        <strong>{formatMoney(order.totalCents, order.currency)}</strong>
      </summary>
      <OrderTable order={order} />
    </details>
  )
}
