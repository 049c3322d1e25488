/** The style sheet of the shop front. The back office brings its own. */
import '../../theme/fonts.css'
import '../../theme/tokens.css'
import '../../theme/base.css'

import.meta.glob(['/src/**/*.module.css', '!/src/admin/**', '!/src/**/admin/**'], { eager: true })
