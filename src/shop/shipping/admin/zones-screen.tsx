import { Link } from 'react-router'
import controls from '../../../platform/admin/controls.module.css'
import form from '../../../platform/admin/form/form.module.css'
import { SectionTabs } from '../../../platform/admin/list/list-controls.tsx'
import { Badge, QueryState, ScreenHeader, useRest, WaitingPanel } from '../../../platform/admin/parts.tsx'
import { screenOf } from '../../../platform/admin/resource.ts'
import { Icon } from '../../../platform/ui/icon.tsx'
import { paths } from '../../../platform/web/routes.ts'
import type { ZoneJson } from '../rest/zones.ts'
import styles from './shipping.module.css'
import { ShippingTrial } from './shipping-trial.tsx'
import { OrderedRows, zones } from './zone-rows.tsx'

export function ZonesScreen() {
  const query = useRest<readonly ZoneJson[]>([zones.rest, 'all'], `${zones.rest}?context=edit`)
  const [restOfWorld, ...rows] = query.data ?? []
  return (
    <>
      <ScreenHeader title="Shipping">
        <Link className={controls.primary} to={paths.adminNewShippingZone}>
          <Icon name="plus" size={16} /> New zone
        </Link>
      </ScreenHeader>
      <SectionTabs />
      <div className={form.settings}>
        <p className={form.soft}>
          An address belongs to the first zone that matches it, and is offered the methods of that zone. Put smaller
          zones before larger ones. <Link to={paths.adminShippingClasses}>Shipping classes</Link> are for products that
          cost more to send.
        </p>
        <QueryState query={query} placeholder={<WaitingPanel />} />
        {restOfWorld && rows.length === 0 && (
          <p>There is no zone yet. Until there is one with a method, nothing can be shipped.</p>
        )}
        {restOfWorld && (
          <OrderedRows
            path={zones.rest}
            rows={rows}
            last={
              <li className={styles.row}>
                <ZoneWords zone={{ ...restOfWorld, name: 'Everywhere else' }} />
              </li>
            }
          >
            {(zone) => <ZoneWords zone={zone} />}
          </OrderedRows>
        )}
        {!query.isPending && <ShippingTrial />}
      </div>
    </>
  )
}

const ZoneWords = ({ zone: { id, name, samovar } }: { zone: ZoneJson }) => (
  <>
    <span className={controls.words}>
      <Link to={screenOf(zones, id)}>{name}</Link>
      {samovar.regions !== name && <span>{samovar.regions}</span>}
      <span>{samovar.methods.map(({ title, enabled }) => (enabled ? title : `${title} (off)`)).join(' · ')}</span>
    </span>
    {!samovar.methods.some(({ enabled }) => enabled) && <Badge tone="clay">Nothing offered</Badge>}
  </>
)
