/** The style sheet of the shop front. The back office brings its own. */
import '../../theme/fonts.css'
import '../../theme/tokens.css'
import '../../theme/base.css'
// Every other style sheet of the shop front: vite.config.ts lists them.
import 'virtual:shop-styles'
