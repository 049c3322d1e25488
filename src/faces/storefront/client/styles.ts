/** The style sheet of the shop front. The back office brings its own. */
import '../fonts.css'
import '../tokens.css'
import '../base.css'
// Every other style sheet of the shop front: vite.config.ts lists them.
import 'virtual:shop-styles'
