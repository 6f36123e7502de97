import PledgeWhen
