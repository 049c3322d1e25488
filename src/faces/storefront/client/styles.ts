import '../fonts.css'
import '../tokens.css'
import '../elements.css'
import '../base.css'
// All other style sheets of the storefront, listed by vite.config.ts.
import 'virtual:shop-styles'
