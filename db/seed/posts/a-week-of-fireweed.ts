import type { SeedPost } from '../types.ts'

export const aWeekOfFireweed: SeedPost = {
  slug: 'a-week-of-fireweed',
  title: 'A week of fireweed',
  excerpt:
    'It grows where forests have burned, it is rolled and fermented like a black tea, and it has no caffeine. Seven days with a picking crew in the Cariboo.',
  category: 'Making',
  tags: ['fireweed', 'canada', 'craft', 'herbal', 'harvest'],
  daysAgo: 233,
  picture: 'post-a-week-of-fireweed',
  html: `
<p>Fireweed comes up in the second summer after a fire. For four or five years it has the black hillside to itself, shoulder high and loud with bees, and then the young pines close over it and it waits in the ground for the next one. In the interior of British Columbia there has been no shortage of hillsides lately. We went up in the second week of July to see how our <a href="/product/fireweed/">fireweed</a> is made, and were handed a sack.</p>

<h2>Monday: picking</h2>
<p>You take the stem below the flowers between two fingers and run your hand down it. A dozen leaves come off in one pull, narrow like willow, and the flowers and the lowest third stay on the plant. A good picker does this with both hands and fills a sack in forty minutes. It took us until lunch.</p>
<p>The crew leaves every third plant alone, and never goes back to a slope within the same year. Nobody checks. The people who pick here expect to be picking here in ten years, as soon as the next slope has burned and greened.</p>

<h2>Tuesday: letting it go limp</h2>
<p>The sacks are emptied onto old bedsheets in a hay barn and turned by hand every two hours. By evening the leaf has lost a third of its weight and you can fold it without a crack. The barn smells of cucumber.</p>

<h2>Wednesday: rolling</h2>
<p>This is where a herb becomes a tea. Dried as it is, fireweed gives a thin, grassy cup. Rolled until its juices are out, and left to darken, it does what black tea does. At the farm they use a rolling machine that spent its first life in an orchard, squeezing something else. We were allowed to do one tray by hand, and had green palms until Sunday.</p>

<h3>And waiting</h3>
<p>The rolled leaf is packed into crocks under a damp cloth, as warm as a kitchen. After ten hours the cucumber is gone and there is pear, then something like rose hip. After thirty it turns to plum. The woman who runs the barn lifts the cloth with her eyes closed. She stopped ours at twenty-six hours, between two breaths as far as we could tell.</p>

<h2>Thursday and Friday: drying</h2>
<p>First an hour in a bread oven with the door open, so the darkening ends, then two days on screens near the stove. The leaf shrinks to black threads with a little purple where a flower got in. Five kilos of fresh leaf make one of tea.</p>

<h2>Saturday: drinking</h2>
<p>Four grams, 300 ml of boiling water, six minutes. It is a soft cup, amber, with baked plum and honey and a little smoke that nobody put there. Nothing in it turns bitter, so you can forget it on the stove, and people up there do. Since it has no caffeine they drink it at night, out of a thermos, when they sit up with a cow.</p>
<p>Settlers from the east of Europe knew the plant from home, where it was once shipped by the barrel and passed off as China tea. People who have lived in the valley for far longer than that have used its shoots, its leaves and its fluff for longer than anyone can count, and would not be impressed by our week.</p>

<h2>Sunday: home</h2>
<p>We took forty kilos in paper sacks, and the smell of the barn in our coats. It rests until September, since freshly dried it tastes of the oven. What we do not sell by spring we drink ourselves.</p>
`.trim(),
}
