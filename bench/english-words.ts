/** Everyday English, the most frequent first: the head of the generated vocabulary. */
export const ENGLISH_WORDS: readonly string[] = [
  ...new Set(
    `
the of and to a in is that it for was on with as be at by this have from or are not but they which you one we all
there has their been if more when will would who so no out up into them can then its only some could time these two may
first than any now such like our over man even most made after also did many before must through years where much your
way well down should because each just those people how too little state good very make world still own see men work
long get here between both life being under never day same another know while last might us great old year off come
since against go came right used take three what about other her his him she he my me i were had do does an said say
says use find give tell ask seem feel try leave call put mean keep let begin help show hear play run move live believe
hold bring happen write provide sit stand lose pay meet include continue set learn change lead understand watch follow
stop create speak read allow add spend grow open walk win offer remember love consider appear buy wait serve die send
expect build stay fall cut reach kill remain suggest raise pass sell require report decide pull
note notes page pages file files folder line lines text word words link links list lists title heading section table
draft summary outline index archive inbox journal diary log entry entries record records tag tags label topic topics
idea ideas thought thoughts question questions answer answers reason reasons problem problems solution solutions plan
plans project projects task tasks goal goals step steps meeting meetings agenda minutes decision decisions review reviews
reminder deadline schedule calendar week weeks month months morning evening afternoon night today tomorrow yesterday
monday tuesday wednesday thursday friday saturday sunday january february march april june july august september october
november december spring summer autumn winter hour hours minute moment moments second seconds date dates early late
later soon often always sometimes usually rarely already again once twice ever forever instead perhaps maybe almost
quite rather really nearly hardly simply clearly exactly probably certainly possibly finally recently suddenly quickly
slowly carefully easily directly actually especially generally together apart away back forward ahead behind above
below beside inside outside around across along toward towards near far beyond within without upon among during until
unless although though whether however therefore thus hence meanwhile otherwise moreover besides except despite per via
company team teams group groups member members manager managers director customer customers client clients partner
partners employee employees staff office offices market markets business industry product products service services
price prices cost costs budget budgets revenue profit loss money cash bank account accounts payment payments invoice
invoices contract contracts order orders sale sales trade trading value values rate rates tax taxes fund funds
investment investor share shares stock stocks risk risks growth demand supply quality quantity quarter annual economy
economic financial commercial corporate strategy strategic marketing brand campaign audience channel channels target
targets proposal proposals pitch negotiation agreement deal deals terms condition conditions policy policies rule rules
law laws legal court judge lawyer case cases right rights evidence trial crime police prison justice government
minister president party parties vote votes election public private national local federal city cities town towns
village country countries region regions district border state capital foreign international global union council
committee agency department ministry mayor citizen citizens population community communities society social culture
cultural history historical century ancient modern traditional war wars peace army soldier soldiers military battle
weapon enemy ally treaty empire king queen prince castle church temple priest god faith religion religious belief
soul spirit prayer holy bible
school schools student students teacher teachers class classes lesson lessons course courses college university
professor lecture lectures exam exams test tests grade grades degree education training skill skills knowledge learning
study studies research researcher science scientific scientist experiment experiments theory theories hypothesis method
methods model models data result results analysis sample samples survey measure measures measurement average mean
median variance sum total number numbers figure figures percent ratio range limit limits scale level levels degree
factor factors variable variables function functions equation formula proof theorem logic algebra geometry calculus
statistics probability physics chemistry biology medicine energy force mass speed light sound heat temperature pressure
gravity atom atoms molecule cell cells gene genes protein tissue brain nerve blood heart lung liver bone muscle skin
eye eyes ear ears nose mouth tooth teeth tongue throat neck shoulder arm arms hand hands finger fingers leg legs knee
foot feet body head face hair chest stomach health healthy disease illness patient patients doctor doctors nurse
hospital drug drugs treatment therapy symptom symptoms pain fever cancer infection virus vaccine surgery diet exercise
sleep rest stress anxiety mental physical emotional mood habit habits routine practice
computer computers software hardware program programs programming programmer code codes system systems server servers
network networks internet website browser screen keyboard mouse device devices phone phones mobile app apps user users
password login email emails message messages database query queries search cache memory disk storage backup cloud
process thread threads queue stack heap tree graph node edge string array object class method interface module package
library framework compiler parser token syntax grammar runtime kernel driver process socket port protocol request
response header body client endpoint route router proxy gateway firewall security encryption key keys certificate
signature hash version versions release releases branch commit merge patch update updates upgrade install build builds
deploy deployment container cluster pipeline test coverage bug bugs error errors exception failure failures crash
warning warnings trace debug debugging fix fixes feature features option options setting settings default config
parameter parameters argument arguments input output format formats schema field fields column columns row rows type
types boolean integer float null value constant loop iteration recursion condition branch pattern patterns template
templates script scripts command commands shell terminal editor plugin plugins extension machine robot automation
sensor signal battery engine motor wheel circuit chip
house houses home homes room rooms kitchen bathroom bedroom garden door doors window windows wall walls floor floors
roof ceiling stairs table chair chairs desk bed sofa lamp mirror carpet curtain shelf shelves drawer box boxes bag bags
bottle bottles cup cups glass glasses plate plates knife fork spoon bowl pan pot oven stove fridge sink soap towel
clock watch camera picture pictures photo photos painting paint brush paper pen pencil ink book books novel novels
story stories poem poems poetry author authors writer writers reader readers chapter chapters paragraph sentence
sentences quote quotes letter letters magazine newspaper article articles essay press print publish publisher edition
language languages english french german spanish italian chinese japanese russian latin greek word vocabulary grammar
translation meaning accent voice speech conversation discussion debate argument interview presentation slide slides
song songs music musical melody rhythm harmony chord guitar piano violin drum band concert singer dance dancer theatre
film films movie movies actor actress scene scenes stage director studio camera art arts artist artists design designer
designs style styles color colors colour red blue green yellow black white brown grey orange purple pink gold silver
shape shapes circle square triangle line curve corner edge surface pattern texture fashion dress shirt shoes coat hat
trousers jacket socks belt button cotton wool silk leather
food foods meal meals breakfast lunch dinner supper snack bread butter cheese milk cream egg eggs meat beef pork chicken
fish rice pasta soup salad sauce salt pepper sugar honey oil vinegar garlic onion potato potatoes tomato tomatoes carrot
bean beans corn wheat flour dough cake cakes cookie chocolate fruit fruits apple apples banana lemon grape grapes
cherry berry berries peach pear nut nuts seed seeds herb herbs spice tea coffee juice wine beer water drink drinks
recipe recipes cook cooking bake boil fry roast grill taste flavor smell hungry thirsty restaurant cafe menu waiter
animal animals dog dogs cat cats horse horses cow cows sheep goat pig pigs bird birds duck goose eagle owl hawk crow
mouse rat rabbit fox wolf bear lion tiger elephant monkey snake lizard frog turtle whale dolphin shark insect insects
bee bees butterfly spider ant ants worm plant plants tree trees forest forests wood leaf leaves root roots branch
flower flowers rose grass bush garden field fields farm farms farmer harvest crop crops soil earth land ground hill
hills mountain mountains valley river rivers lake lakes sea seas ocean coast beach island islands wave waves desert
rock rocks stone stones sand mud dust clay iron steel copper metal coal gas fuel fire fires flame smoke ash ice snow
rain rains storm storms wind winds cloud clouds sky sun sunny moon star stars planet planets space universe weather
climate season environment nature natural wild
car cars bus buses train trains plane planes ship ships boat boats bicycle bike truck taxi road roads street streets
bridge bridges tunnel station stations airport airports harbor traffic journey trip trips travel traveller flight
ticket tickets passport luggage hotel hotels hostel tourist guide map maps north south east west distance mile miles
meter meters kilometer speed fast slow turn stop start arrive arrival depart departure delay delays route routes
direction directions
family families mother father parent parents son daughter brother brothers sister sisters husband wife child children
baby babies boy boys girl girls uncle aunt cousin nephew niece grandmother grandfather friend friends friendship
neighbour neighbor neighbors guest guests stranger person persons woman women adult adults kid kids youth age ages born
birth birthday wedding marriage divorce death funeral name names surname character personality behaviour behavior
attitude opinion opinions feeling feelings emotion emotions happiness joy pleasure hope hopes fear fears anger sadness
grief shame guilt pride envy trust doubt doubts courage patience kindness honesty respect freedom truth lie lies secret
secrets promise promises dream dreams wish wishes desire memory memories imagination attention focus interest interests
curiosity wisdom intelligence mind minds
game games sport sports football basketball tennis baseball golf swimming running race races player players coach goal
score scores match matches season league cup champion championship victory defeat medal prize award awards record
competition opponent strength weakness
big small large huge tiny tall short wide narrow thick thin deep shallow high low heavy bright dark clear clean dirty
dry wet hot cold warm cool hard soft smooth rough sharp flat round straight empty full new young fresh rich poor cheap
expensive free busy ready quiet loud strong weak safe dangerous easy difficult simple complex complicated possible
impossible likely unlikely certain uncertain sure true false real fake correct wrong exact common rare usual unusual
normal strange special general particular specific similar different equal single double multiple various several few
enough extra main major minor primary secondary basic advanced final initial previous next current recent future past
present available necessary important useful useless helpful effective efficient successful practical reasonable
responsible relevant significant serious severe critical essential obvious apparent visible invisible active passive
positive negative direct indirect internal external upper lower left middle central total entire whole half quarter
third fourth fifth fifty hundred hundreds thousand thousands million millions billion four five six seven eight nine
ten eleven twelve twenty thirty forty zero dozen pair couple
happy sad angry afraid tired bored excited nervous calm proud jealous lonely shy polite rude kind cruel honest brave
lazy clever smart stupid crazy funny boring interesting beautiful pretty ugly handsome lovely nice fine perfect
excellent wonderful terrible awful horrible bad worse worst better best famous popular familiar favorite favourite
accept achieve admit advise affect afford agree aim announce apologize apply approach approve arrange assume attach
attack attempt attend avoid base beat become behave belong bend bet bind bite blame bless blow borrow breathe burn
burst bury calculate care carry catch cause celebrate challenge charge chase check choose claim climb close collect
combine comment communicate compare compete complain complete concern conclude confirm confuse connect contain contribute
control convert convince copy cough count cover crawl cross cry damage dare deal declare decrease define delete deliver
deny depend describe deserve destroy detect determine develop differ dig disagree disappear discover discuss divide
draw drive drop earn eat eliminate emphasize employ enable encourage enjoy ensure enter escape establish estimate
evaluate examine exist expand explain explore export express extend face fail feed fight fill filter finish fit float
flow fly fold forget forgive form freeze gather generate grab guarantee guess handle hang hate hide hire hit hunt hurt
identify ignore illustrate imagine implement imply import improve increase indicate influence inform insist inspect
intend introduce invent invest invite involve isolate join joke judge jump justify kick kiss knock lack laugh launch
lay lean leap lend lift list listen load locate lock look maintain manage mark marry match matter melt mention mix
monitor multiply need notice observe obtain occur operate oppose organize owe own pack participate perform permit
persuade pick place point pour predict prefer prepare press pretend prevent proceed produce propose protect prove
publish punish purchase push qualify quit react realize receive recognize recommend recover reduce refer reflect refuse
regard regret reject relate relax rely remind remove rent repair repeat replace reply represent rescue resolve respond
restore retire return reveal ride ring rise roll rub rule rush satisfy save scan scream seek select separate settle
shake shine shoot shout shut sing sink skip slide slip smile solve sort spill split spread squeeze steal stick
stretch strike struggle submit succeed suffer support suppose surprise surround survive suspect swear sweep swim
swing switch teach tear tend thank think threaten throw tie touch trace transfer transform translate trap treat tremble
trigger trim type unite unlock urge vary visit wake wander want warn wash waste wear weigh welcome whisper wind wipe
wonder worry wrap yell
ability absence access accident account achievement action activity addition address administration admission advance
advantage adventure advertisement advice affair agent aid air alarm alternative ambition amount angle announcement
appearance appetite application appointment area arrangement arrival aspect assessment assignment assistance assistant
association assumption atmosphere authority average background balance ball bar barrier basis basket bath battery beginning
benefit benefits bill bit blanket block board bonus bottom breath brick broadcast building bunch button cabinet candidate
candle card care career cartoon category celebration cell center ceremony chain chairman challenge championship chance
charity chart childhood choice cigarette circumstance civilization client climate clinic clothes club collection
combination comfort commission commitment communication comparison complaint complexity component concept conclusion
conference confidence conflict confusion connection consequence construction consumer contact content contest context
contribution conversion cooperation corporation counter courage craft creation creature credit crisis criticism crowd
currency curriculum custom cycle danger dark daughter debt decade defense definition delivery demonstration departure
dependence depression depth description destination destruction detail details detective development difference
difficulty dimension disaster discipline discount discovery display distribution document documents dozen drama drawing
driver duty economics effect effects efficiency effort efforts election element elements emergency emphasis employment
encounter ending engineer engineering enterprise entertainment enthusiasm entrance equipment essence establishment event
events examination example examples exchange excitement excuse existence expansion expectation expense experience expert
explanation exposure expression extent facility fact facts faculty failure fault feedback fence fiction finding flag
flood focus foundation frame frequency fun funding furniture gap gate generation gift glance governor grain grandparent
gray guidance gun guy habit hall hearing height hero highway hint holiday honor horizon host household housing human
humor identity image impact implementation importance impression improvement incident income independence indication
individual inflation information initiative injury innovation inquiry inspection inspector instance institution
instruction instrument insurance intention interaction invention investigation invitation issue issues item items job
jobs joint jury justice kingdom label labor landscape lane laughter layer leader leadership length license lifetime
link living loan location logic luck machine mail maintenance majority management manner manufacturer margin mark mass
master material materials maximum means mechanism media membership mess minimum minority mission mistake mistakes
mixture mode motion movement mystery narrative nation negotiation nerve news object objective obligation observation
occasion offense officer operation opportunity opposition organization origin outcome ownership pace panel passage
passenger passion path payment peak penalty perception performance period permission perspective phase phenomenon
philosophy phrase piece pieces pilot pipe platform pleasure pocket poet poll pool position possession possibility post
potential poverty power preference preparation presence pressure principle priority procedure profession profile
progress promotion proportion prospect protection psychology publication purpose puzzle quotation race rail reaction
reality recognition recommendation recording recovery reduction reference reflection reform regulation relation
relationship relief rental replacement representation reputation requirement reserve resident resistance resolution
resource resources responsibility restriction retirement revolution reward role sequence series session shadow shelter
shift shock shop shopping shore sight sign significance silence site situation size slice solid source sources speaker
species specialist spot square standard standards statement status steam stomach strain stranger string structure
stuff subject substance success suit surface surprise suspicion sympathy talent tank tape technique technology
telephone television tendency tension territory theme threat throat tip tissue tone tool tools tooth top tour tower toy
track tradition transition transport treasure trend trends trick trouble tube unit units variation variety vehicle
venue victim view views vision visitor volume wage warning wealth welfare width witness worker workers workshop yard
youth zone
`
      .trim()
      .split(/\s+/),
  ),
];
