import type { SeedPost } from '../types.ts'

export const howOolongIsMade: SeedPost = {
  slug: 'how-oolong-is-made',
  title: 'A night and a day: how oolong is made',
  excerpt:
    'Between the picking basket and the roasting oven lie about thirty hours without much sleep. Follow one batch from the slope to the tin and the word oolong starts to make sense.',
  category: 'Making',
  tags: ['oolong', 'taiwan', 'wuyi', 'craft'],
  daysAgo: 33,
  picture: 'post-how-oolong-is-made',
  html: `
<p>People often tell us that oolong is halfway between green and black tea. It is true of the chemistry, roughly, and tells you nothing about why one oolong smells of lilac and the next one of walnuts. For that you have to stay up with the maker.</p>

<h2>Morning: picking</h2>
<p>Oolong wants grown-up leaf. For a green tea the pickers take the bud; here they wait until the shoot has finished growing and the top leaf has half opened, then break it off with two or three leaves below. Such leaves are thick enough to survive what comes next, and they hold the scents, which buds mostly do not.</p>
<p>The good hours are between ten and two, when the dew has gone and there is sun left for the step that follows. On a wet day a careful maker sends everybody home.</p>

<h2>Midday: withering</h2>
<p>The leaf is spread on cloths in the sun, as thin as a bedsheet, for twenty minutes or an hour. It goes limp and its grassy smell turns to something like cut apples. Too short and the finished tea will be bitter; too long and the edges burn. Then it is carried indoors onto round bamboo trays, stacked in racks in a cool room, and left to think.</p>

<h2>Evening: bruising</h2>
<p>Here oolong leaves the common road. Every hour or two, somebody lifts each tray and tosses the leaf with both hands, gently at first, harder as the night goes on. The edges knock against each other and their cells break, the middle stays whole. Later in the night a bamboo drum may take over from the hands.</p>

<h3>What happens inside the leaf</h3>
<p>Where cells are broken, enzymes meet the tea’s polyphenols and air turns them brown, as it does with a cut apple. At the same time the injured leaf makes scented compounds, as a plant does under attack. The Chinese describe a well-bruised leaf as green with a red border. Between two tossings the water from the stem moves out into the blade, and the leaf, which was limp, stands up again. Makers call that waking it up.</p>

<h3>How far to go</h3>
<p>There is no clock for it. The maker puts his face into the tray. First it smells of grass, then of green fruit, then of flowers, then of ripe fruit, and somewhere on that road he stops. A <a href="/product/wenshan-bao-zhong/">Bao Zhong</a> is stopped early, at perhaps a tenth of the way; an <a href="/product/dong-fang-mei-ren/">Oriental Beauty</a> is let run past the half. Miss the moment by an hour and it is a different tea.</p>

<h2>Before dawn: killing the green</h2>
<p>When the scent is right the leaf goes into a drum or wok at well over two hundred degrees for a few minutes. Heat destroys the enzymes, and the tea is fixed where it stands. The whole factory smells of gardenia and hot bread. This is the moment everybody has stayed awake for, and the moment when a night’s work is most easily scorched.</p>

<h2>Next day: shaping</h2>
<p>In Wuyi and on Phoenix Mountain the hot leaf is twisted lengthwise into dark strips. In Anxi and most of Taiwan it is wrapped in a cloth, twisted into a ball the size of a football, rolled under a machine, opened, warmed and wrapped again, thirty times or more, until each shoot has pulled itself into a bead. Tight beads travel well and keep their scent; twisted strips take a roast more evenly. Neither is better.</p>

<h2>Weeks later: roasting</h2>
<p>A tea like <a href="/product/ali-shan/">Ali Shan</a> is dried and needs nothing else. Others are only half done. Rock teas from Wuyi and traditional Tie Guan Yin go into baskets over charcoal buried in ash, at around a hundred degrees, for hours on end. They rest for some weeks and go in again, two or three times.</p>
<p>Roasting does three things. It drives out the last moisture, so the tea keeps. It turns sugars and amino acids into the smells of toast, cocoa and caramel. And it pushes the flowers into the background, from where, with a skilled roaster, they come forward again in your third or fourth cup.</p>

<h2>Tasting the steps</h2>
<p>You can taste all of this in one afternoon. Put a Bao Zhong, an Ali Shan, a <a href="/product/dong-ding/">Dong Ding</a> and a <a href="/product/wuyi-rou-gui/">Rou Gui</a> next to each other. The first two differ by bruising and shape, the second and third by the roast, the third and fourth by mountain and cultivar. Afterwards spread out the wet leaves on a white plate and look at their edges. There is the night, in red.</p>
`.trim(),
}
