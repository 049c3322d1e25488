import { UnsavedFields } from '../gateway-fields.tsx'
import type { Payable } from '../payment-method.ts'
import styles from './pay-later.module.css'
import { planText } from './pay-later.ts'

type Props = {
  readonly id: string
  readonly name: string
  readonly instalments: number | null
  readonly payable: Payable
}

/** Of a method whose page is visited after the order is placed (stripe-plugin sheet, "Containers"). */
export const PayLaterNotice = ({ id, name, instalments, payable }: Props) => (
  <div className={`wc-${id}-container wc-stripe-gateway-container`}>
    <div id={`wc_stripe_local_payment_${id}`} className={styles.notice} data-active="true">
      {instalments !== null && (
        <p className={styles.plan}>{planText(instalments, payable.totalCents, payable.currency)}.</p>
      )}
      <p className={`wc-stripe-offsite-notice ${styles.next}`}>
        Next you go to {name} to agree to the payments, and come back here. Nothing is charged before you agree.
      </p>
    </div>
    <UnsavedFields id={id} />
  </div>
)
