import { awaited, Badge, Panel, Time, useRest } from '../../../platform/admin/parts.tsx'
import type { FraudAssessmentJson } from '../rest/fraud.ts'
import { actionBadges } from './action-names.ts'
import styles from './fraud-check.module.css'

export function FraudCheck({ orderId }: { orderId: number }) {
  const href = `/wp-json/samovar/v1/orders/${orderId}/fraud`
  const query = useRest<FraudAssessmentJson[]>([href], href, awaited)
  const decisions = (query.data ?? []).filter(({ action }) => action !== 'off')
  if (decisions.length === 0) return null
  return (
    <Panel id="fraud" title="Fraud rules">
      {decisions.map(({ action, reasons, date_created_gmt: time }, index) => (
        <div key={index} className={styles.decision}>
          <p>
            <Badge tone={actionBadges[action].tone}>{actionBadges[action].name}</Badge> <Time gmt={time} />
          </p>
          <ul>
            {reasons.map((reason) => (
              <li key={reason}>{reason}</li>
            ))}
          </ul>
        </div>
      ))}
    </Panel>
  )
}
