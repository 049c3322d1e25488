import { hrefs } from '../../../platform/web/routes.ts'

/** Shown when none of the products is visible (any more, or yet). */
export const NoProducts = () => (
  <p>
    There is nothing to show here at the moment. <a href={hrefs.shop()}>See everything in the shop</a>
  </p>
)
