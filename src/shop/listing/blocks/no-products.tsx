import { hrefs } from '../../../platform/web/routes.ts'

/** In place of products that are not shown any more, or not yet. */
export const NoProducts = () => (
  <p>
    There is nothing to show here at the moment. <a href={hrefs.shop()}>See everything in the shop</a>
  </p>
)
