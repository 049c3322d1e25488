/** Scripts of the product page besides its islands: gallery and tabs. */
import '../../../platform/web/client/tabs.ts'
import './gallery/gallery.client.ts'

/** Same breakpoint as in sticky-add-to-cart.module.css. */
if (matchMedia('(max-width: 959px)').matches) void import('./pages/sticky-add-to-cart.client.ts')
