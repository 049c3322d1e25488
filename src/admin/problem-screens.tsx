import { Link, useRouteError } from 'react-router'
import { hrefs } from '../routes.ts'
import { ScreenHead } from './screen-head.tsx'
import { Empty, Problem } from './states.tsx'

export function UnknownScreen() {
  return (
    <>
      <ScreenHead title="Nothing here" />
      <Empty title="This page does not exist">
        <p>
          <Link to={hrefs.adminOrders()}>Go to orders</Link>
        </p>
      </Empty>
    </>
  )
}

/** A screen broke while it was drawn; the frame and its ways out still stand. */
export function BrokenScreen() {
  const error = useRouteError()
  return (
    <>
      <ScreenHead title="Something went wrong" />
      <Problem error={error instanceof Error ? error : new Error(String(error))} retry={() => location.reload()} />
    </>
  )
}
