/** A tea house or table that the shop planned; pictures in the order in which they are shown. */
export type SeedProject = {
  readonly slug: string
  readonly title: string
  readonly excerpt: string
  readonly html: string
  readonly categories: readonly string[]
  readonly pictures: readonly [first: string, ...others: string[]]
  readonly daysAgo: number
}

/** Six tea houses, newest first. */
export const projects: readonly SeedProject[] = [
  {
    slug: 'harbour-house',
    title: 'Harbour House',
    excerpt: 'A reading room on the Halifax waterfront with a samovar at its centre and no table for two.',
    html: `
<p>The owners of Harbour House wanted a place where strangers share a table. So there are only three tables, each three metres long, and tea is poured from one end to the other.</p>
<h2>What we did</h2>
<p>We put the water in the middle of the room: a copper boiler of forty litres, with four taps at the height of a seated hand. Around it runs a shelf for two dozen pots, so that nobody has to ask for a second.</p>
<h2>What is poured</h2>
<p>Assam in the morning, <a href="/product/lapsang-souchong/">Lapsang Souchong</a> when the fog comes in, and mint after five. The list has nine teas and has not changed in two years.</p>
`.trim(),
    categories: ['Cafés'],
    pictures: ['page-about', 'samovar-breakfast-cup', 'tasting-cups-in-use'],
    daysAgo: 60,
  },
  {
    slug: 'birch-street-cafe',
    title: 'Birch Street Café',
    excerpt: 'Twenty-two seats in Winnipeg, one barista, and a bar that makes five pots at once without hurry.',
    html: `
<p>Birch Street is a coffee bar from seven until noon and a tea room afterwards, with the same counter and the same person behind it.</p>
<h2>What we did</h2>
<p>The counter is divided by temperature rather than by drink. Three kettles stand at seventy-five, eighty-five and ninety-five degrees, each with a shelf of teas above it, so the question of how hot answers itself.</p>
<h2>What is poured</h2>
<p><a href="/product/shizuoka-genmaicha/">Genmaicha</a> sells more than anything else, to everybody’s surprise but ours.</p>
`.trim(),
    categories: ['Cafés'],
    pictures: ['gooseneck-kettle-in-use', 'infuser-basket-in-use', 'shizuoka-genmaicha-cup'],
    daysAgo: 150,
  },
  {
    slug: 'prairie-light',
    title: 'Prairie Light',
    excerpt: 'A guest house near Saskatoon whose breakfast room faces east, with tea for twelve and sky for everybody.',
    html: `
<p>The breakfast room has one window, eleven metres wide. The sun comes up in it every morning, which makes anything on the table look like a painting, and makes white porcelain impossible to look at.</p>
<h2>What we did</h2>
<p>We chose celadon and iron-brown mugs, low kettles, and a long tray of ash that can be carried by two people. Nothing on it shines.</p>
<h2>What is poured</h2>
<p>Two black teas and a green one, and in the evening <a href="/product/quiet-evening-linden-balm/">linden and balm</a> on the porch.</p>
`.trim(),
    categories: ['Inns'],
    pictures: ['morning-mug-in-use', 'bamboo-tea-tray-in-use', 'morning-mug-celadon'],
    daysAgo: 240,
  },
  {
    slug: 'cedar-loft',
    title: 'Cedar Loft',
    excerpt: 'A private tea room under a roof in Vancouver: four mats, one hearth, and rain on three sides.',
    html: `
<p>The client had grown up with her grandmother’s tea room in Kyoto and did not want a copy of it. She wanted the sound.</p>
<h2>What we did</h2>
<p>The roof was opened and lined with cedar, thin enough that rain can be heard, thick enough that it cannot be felt. The kettle hangs where the beam allows it, a hand’s width off the middle, and everything else follows from that.</p>
<h2>What is poured</h2>
<p><a href="/product/uji-matcha/">Matcha</a>, thick and thin, and once a year a first sencha that we send by courier.</p>
`.trim(),
    categories: ['Homes'],
    pictures: ['matcha-bowl-in-use', 'bamboo-whisk-in-use', 'matcha-morning-set-in-use'],
    daysAgo: 330,
  },
  {
    slug: 'old-mill-inn',
    title: 'The Old Mill Inn',
    excerpt: 'Afternoon tea in a Nova Scotia mill, with the wheel still turning and the pots keeping time.',
    html: `
<p>An inn that had served afternoon tea since 1911 asked how to go on without tea bags, without doilies and without losing its regulars, the youngest of whom is seventy.</p>
<h2>What we did</h2>
<p>Two-cup pots with deep baskets, a sand-glass on each tray, and a card that says in large print when to lift the leaf out. The doilies stayed. One does not win everything.</p>
<h2>What is poured</h2>
<p>The inn has a <a href="/product/samovar-breakfast/">breakfast blend</a> and an <a href="/product/earl-grey/">Earl Grey</a> with half the bergamot.</p>
`.trim(),
    categories: ['Inns', 'Restaurants'],
    pictures: ['glass-teapot-in-use', 'earl-grey-cup', 'double-lid-caddy-in-use'],
    daysAgo: 420,
  },
  {
    slug: 'north-window',
    title: 'North Window',
    excerpt: 'A gongfu counter for eight at the back of a Montréal restaurant, open after ten in the evening.',
    html: `
<p>After the kitchen closes, a sliding wall opens at the back of the dining room, and there is a counter for eight guests and one host. No music. The menu is a drawer.</p>
<h2>What we did</h2>
<p>The counter drains. Its slats of bamboo lie over a basin along the whole length, so that a host may pour as generously as the tea asks for, eight times in a row, and nobody’s sleeve gets wet.</p>
<h2>What is poured</h2>
<p>Rock tea, high mountain oolong, and towards midnight a <a href="/product/yiwu-sheng-2012/">raw pu’er</a> that is older than some of the guests’ shoes.</p>
`.trim(),
    categories: ['Restaurants'],
    pictures: ['gongfu-table-in-use', 'white-porcelain-gaiwan-in-use', 'fairness-pitcher-in-use'],
    daysAgo: 500,
  },
]
