import { Link, useRouteError } from 'react-router'
import { ScreenHeader } from '../../platform/admin/screen-header.tsx'
import { EmptyState, ErrorState } from '../../platform/admin/states.tsx'
import { hrefs } from '../../platform/web/routes.ts'

export function NotFoundScreen() {
  return (
    <>
      <ScreenHeader title="Nothing here" />
      <EmptyState title="This page does not exist">
        <p>
          <Link to={hrefs.adminOrders()}>Go to orders</Link>
        </p>
      </EmptyState>
    </>
  )
}

/** Fallback for a rendering error; the frame with its navigation remains. */
export function ErrorScreen() {
  const error = useRouteError()
  return (
    <>
      <ScreenHeader title="Something went wrong" />
      <ErrorState error={error instanceof Error ? error : new Error(String(error))} retry={() => location.reload()} />
    </>
  )
}
