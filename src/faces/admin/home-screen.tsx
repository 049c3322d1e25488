import { Link, Navigate } from 'react-router'
import { can } from '../../platform/access/permissions.ts'
import { useAdminContext } from '../../platform/admin/admin-context.tsx'
import { EmptyState, ScreenHeader } from '../../platform/admin/parts.tsx'
import { hrefs, paths } from '../../platform/web/routes.ts'

/** Redirects to the first permitted screen; an editor has no access to orders and emails. */
export function HomeScreen() {
  const { user } = useAdminContext()
  if (can(user, 'orders.read')) return <Navigate to={hrefs.adminOrders()} replace />
  return (
    <>
      <ScreenHeader title={`Hello, ${user.name}`} />
      <EmptyState title="Orders and email are for the shop’s administrators">
        <p>
          You are signed in as an editor. You look after <Link to={hrefs.adminComments()}>reviews and comments</Link>{' '}
          and choose how the shop looks in its <Link to={paths.adminSettings}>settings</Link>.{' '}
          <a href={paths.home}>View the shop</a>
        </p>
      </EmptyState>
    </>
  )
}
