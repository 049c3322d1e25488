import { Link, Navigate } from 'react-router'
import { can } from '../accounts/permissions.ts'
import { hrefs } from '../routes.ts'
import { useOffice } from './office.tsx'
import { ScreenHead } from './screen-head.tsx'
import { Empty } from './states.tsx'

/** The first screen somebody may open; an editor has none of their own among orders and mail. */
export function HomeScreen() {
  const { person } = useOffice()
  if (can(person, 'orders.read')) return <Navigate to={hrefs.adminOrders()} replace />
  return (
    <>
      <ScreenHead title={`Hello, ${person.name}`} />
      <Empty title="Orders and email are for the shop’s administrators">
        <p>
          You are signed in as an editor. You look after <Link to={hrefs.adminComments()}>reviews and comments</Link>{' '}
          and choose how the shop looks in its <Link to={hrefs.adminSettings()}>settings</Link>.{' '}
          <a href={hrefs.home()}>View the shop</a>
        </p>
      </Empty>
    </>
  )
}
