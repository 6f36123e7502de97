#import "Legacy.h"
#import <PromiseKit/PromiseKit.h>
#include <Bolts/Bolts.h>
  #import "BFExecutor.h"
#import "FBLPromise+Then.h"
@import FBLPromises;
@import PMKUIKit;
// @import PromiseKit;
#import "Promise.h"
NSString *text = @"@import When;";
