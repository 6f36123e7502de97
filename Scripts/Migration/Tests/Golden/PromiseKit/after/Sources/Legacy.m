#import "Legacy.h"
#import <PromiseKit/PromiseKit.h>

// @import PromiseKit;
