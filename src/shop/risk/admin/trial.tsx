import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { Link } from 'react-router'
import { useAdminContext } from '../../../platform/admin/admin-context.tsx'
import { formatAmount } from '../../../platform/admin/amount.ts'
import form from '../../../platform/admin/form/form.module.css'
import { Badge, Button, ErrorState, Panel, Time } from '../../../platform/admin/parts.tsx'
import { hrefs, paths } from '../../../platform/web/routes.ts'
import type { FraudRulesJson, FraudTrialJson } from '../rest/fraud.ts'
import { actionBadges } from './action-names.ts'
import styles from './trial.module.css'

const periods = [30, 90, 365] as const

export function Trial() {
  const { rest } = useAdminContext()
  const { getValues } = useFormContext<FraudRulesJson>()
  const [days, setDays] = useState<number>(90)
  const trial = useMutation({
    mutationFn: () => rest.send<FraudTrialJson>('POST', paths.restFraudTrial, { rules: getValues(), days }),
  })
  return (
    <Panel id="trial" title="Try on past orders">
      <p className={form.soft}>Nothing is changed, and customers are not notified.</p>
      <div className={styles.start}>
        <label>
          Orders of the last
          <select value={days} onChange={({ target }) => setDays(Number(target.value))}>
            {periods.map((period) => (
              <option key={period} value={period}>
                {period} days
              </option>
            ))}
          </select>
        </label>
        <Button disabled={trial.isPending} onClick={() => trial.mutate()}>
          {trial.isPending ? 'Checking …' : 'Try the rules'}
        </Button>
      </div>
      {trial.isError && <ErrorState error={trial.error} />}
      <div role="status">{trial.data && <Summary {...trial.data} />}</div>
      {trial.data && trial.data.flagged.length > 0 && <FlaggedOrders orders={trial.data.flagged} />}
    </Panel>
  )
}

function Summary({ orders, block, challenge, review, days }: FraudTrialJson) {
  if (orders === 0) return <p>There are no orders with a payment in these {days} days.</p>
  if (block + challenge + review === 0) return <p>The rules would have let all {orders} orders through.</p>
  return (
    <p>
      Of {orders} orders, {block} would have been blocked, {challenge} authenticated by the bank, and {review} held for
      review.
    </p>
  )
}

const FlaggedOrders = ({ orders }: { orders: FraudTrialJson['flagged'] }) => (
  <ul className={styles.flagged} aria-label="Orders to which a rule applies">
    {orders.map((order) => (
      <li key={order.id}>
        <p>
          <Link to={hrefs.adminOrder(order.id)}>Order #{order.number}</Link>{' '}
          <Badge tone={actionBadges[order.action].tone}>{actionBadges[order.action].name}</Badge>
        </p>
        <p className={form.soft}>
          <Time gmt={order.date_created_gmt} /> · {formatAmount(order.total, order.currency)} · {order.status}
        </p>
        <ul>
          {order.reasons.map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
      </li>
    ))}
  </ul>
)
