/** Names that are words, months or places as well, in lower case. */
export const ORDINARY_NAMES: ReadonlySet<string> = new Set(
  `
  able alba angel apple april archer art ash ashe aspen august austin autumn baker ball banks bank barber basil bass
  bay beach bean bear bell berg berry best bill birch bird bishop black blade blanche blank bliss block bloom blue bob
  bond book boon booth bow brand branch bridge bridges brook brooks brown buck bull burns bush butcher butler can cannon
  care carol carpenter case cash castle cedar chance chandler chapel charity chase chelsea cherry chip christian chuck
  church clay cliff close coal cole colt constance cook cool coral court coward craft crane cross crow crystal dale
  dallas daisy dame dash dawn day days dean dear del den destiny dial dick do don dot dove drake drew duke dusty eagle
  earl early earnest east eden elder elm english ernest eve fair faith falls fare farmer faust fern field fielding fields
  finch fish fisher florence flower flowers ford forest foster fountain fowler fox frank free freeman french frost fry
  gage gale garden gardener garner gates gate gem gene georgia german ginger glass glen golden gold good goode goodman
  gore grace grant gray green grey grove gun gunn guy hale hall hand hank harbor harder hardy harmony harp harper harry
  hart haven hawk hay hazel heath heather henna herb hill hills holiday holly holmes homer honor honour hood hook hope
  house hunt hunter iris israel ivory ivy jack jade jasmine jasper jay jean jenny jet jewel jill jimmy john johnny
  jordan josh joy judge judy july june justice justin keen ken kent key kidd king kit knight knights lace lake lamb
  lance land lane lark laurel law lawless laws lay leaf lee lever levy light lily lincoln linden little lo lock locke
  long lord love lovell low lucky lynch mace madison major male man manning maple marble march mark marks marsh
  marshal marshall martin mason mast may mays mead meadow meadows mean melody mercy merit merry mike mild miles mill
  miller mills mine mint mix mole monk montana moody moon moor moore more moss mount myrtle nash nature nelson new
  newman nice nick noble noel north norm nova oak oakes ocean offer olive opal own page paige paine palm palmer pam
  paris park parker parks pastor pat patience patsy paul peace peak pearl peg penny pepper perch perry peter petty pike
  pine piper place plant plum poe pole pollard pool poole pope poppy porter post potter pound powder power powers pray
  precious presence price prince prior prudence pryor queen rain rainey ram randy raven ray read reader reagent reed
  reeve regent rex rice rich richer rick ridge ring rise river rivers rob robin rock rocky rod rook root rose rosemary
  ross rowan ruby rush russell rust rusty sage sale sally salmon sandy savage savanna saver sawyer scholar sea seal
  season serene sharp sharpe shaw shell sheppard shepherd sherry shore short silver singer skip sky slate small smart
  smith snow so song south spear spears spencer sparks spring springer stack stacks star stark starr steel steele stein
  stern stew steward stewart still stock stone stones storm strange street strong stuart sue summer summers sun sunny
  swan sweet swift sydney tab tally tanner taylor temple tender thorn thorne tiger tim tom toner tony top tower towers
  towns trace treasure trent trinity tripp troy true trump tucker turner tyler usher vale van verity vernal victor
  victoria viola violet virginia wade wage wagner wales walker wall wallace walls ward ware warren washington waters
  way weaver webb weeks welch wells welsh west wheat wheeler white wild wilde wiley will willow wills winter winters
  wise wolf wood woods woodward woody worth wren wright yarrow york young younger
  `
    .trim()
    .split(/\s+/),
);
