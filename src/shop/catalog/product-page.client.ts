/** What makes a product page's parts work together with the hand: pictures and tabs. Forms are islands and come alone. */
import '../../platform/web/client/tabs.ts'
import './gallery/gallery.client.ts'

/** As in add-bar.module.css: above this there is no bar. */
if (matchMedia('(max-width: 959px)').matches) void import('./pages/sticky-add-to-cart.client.ts')
